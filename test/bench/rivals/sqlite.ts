/** Handwritten routes on SQLite, with a column of JSON in each table. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listen, type Stored } from './handwritten-routes.js'
import { requireRival } from './rival-packages.js'

interface Statement {
  run(...values: string[]): void
  get(...values: string[]): { document: string } | undefined
  all(...values: number[]): { document: string }[]
}
interface Connection {
  pragma(text: string): void
  exec(text: string): void
  prepare(text: string): Statement
  transaction(work: () => void): () => void
}
type SqlitePackage = new (file: string) => Connection

const { BENCH_DOCUMENTS = '', BENCH_FOLDER = '' } = process.env
const Sqlite = requireRival('better-sqlite3') as SqlitePackage
const { users = [], exercises = [] } = JSON.parse(await readFile(BENCH_DOCUMENTS, 'utf8')) as Record<
  string,
  Stored[]
>

const connection = new Sqlite(join(BENCH_FOLDER, 'data.sqlite'))
connection.pragma('journal_mode = WAL')
connection.exec(`
  CREATE TABLE users (id TEXT PRIMARY KEY, document TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE exercises (id TEXT PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, document TEXT NOT NULL) WITHOUT ROWID;
  CREATE INDEX exercises_by_name ON exercises (name);
`)
const insertUser = connection.prepare('INSERT INTO users VALUES (?, ?)')
const insertExercise = connection.prepare('INSERT INTO exercises VALUES (?, ?, ?)')
connection.transaction(() => {
  for (const user of users) insertUser.run(user._id, JSON.stringify(user))
  for (const exercise of exercises) insertExercise.run(exercise._id, exercise.name, JSON.stringify(exercise))
})()

const findUser = connection.prepare('SELECT document FROM users WHERE id = ?')
const findExercises = connection.prepare('SELECT document FROM exercises ORDER BY name LIMIT ?')

await listen({
  userOf: async id => {
    const found = findUser.get(id)
    return found ? (JSON.parse(found.document) as Stored) : null
  },
  listOf: async limit => findExercises.all(limit).map(({ document }) => JSON.parse(document) as Stored),
})
