import { readFile } from 'node:fs/promises'
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
  type ExerciseEntry,
} from '../vocabulary.js'

/** The files beside this one that hold the entries, each a JSON list. */
export const catalogueFiles = [
  'chest.json',
  'back.json',
  'lower-back-traps-neck.json',
  'shoulders.json',
  'biceps-forearms.json',
  'triceps.json',
  'quadriceps.json',
  'glutes-hamstrings.json',
  'calves-hips.json',
  'core.json',
  'full-body.json',
  'olympic.json',
  'strongman.json',
  'powerlifting.json',
  'plyometrics.json',
  'cardio.json',
  'stretching.json',
]

// What a field must be, in words that follow "must be".
const OneOf = <T extends string>(words: readonly T[]) =>
  Type.Enum([...words], { description: `one of ${words.join(', ')}` })

const OneOfOrNull = <T extends string>(words: readonly T[]) =>
  Type.Union([OneOf(words), Type.Null()], { description: `null or one of ${words.join(', ')}` })

const ListOf = <T extends string>(words: readonly T[]) =>
  Type.Array(OneOf(words), { description: `a list of ${words.join(', ')}` })

const line = String.raw`^\S+( \S+)*$`
export const Line = Type.String({ pattern: line, description: 'a line without stray white space' })
export const Lines = Type.Array(Line, { description: 'a list of lines' })

const fields = {
  slug: Type.String({
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description: 'lower-case words joined by hyphens',
  }),
  name: Line,
  aliases: Lines,
  category: OneOf(categories),
  force: OneOfOrNull(forces),
  level: OneOf(levels),
  mechanic: OneOfOrNull(mechanics),
  equipment: ListOf(equipment),
  primaryMuscles: ListOf(muscles),
  secondaryMuscles: ListOf(muscles),
  trackingType: OneOf(trackingTypes),
  isUnilateral: Type.Boolean({ description: 'true or false' }),
  instructions: Lines,
} satisfies Record<keyof ExerciseEntry, TSchema>

const Entries = Type.Array(Type.Object(fields, { additionalProperties: false }))

/** A file as it is. */
export interface CatalogueFile {
  file: string
  text: string
}

/** The files of the exercises that every person finds on the first day. */
export const starterFiles = (): Promise<CatalogueFile[]> =>
  Promise.all(
    catalogueFiles.map(async file => ({
      file,
      text: await readFile(new URL(file, import.meta.url), 'utf8'),
    })),
  )

/** What is in them, described in the service's own words. @throws CatalogueError */
export const starterCatalogue = async (): Promise<ExerciseEntry[]> => readCatalogue(await starterFiles())

/** The files of the catalogue cannot be used; the message lists everything that is wrong. */
export class CatalogueError extends Error {
  constructor(problems: string[]) {
    super(`The catalogue of exercises is broken:\n${problems.map(line => `  - ${line}`).join('\n')}`)
    this.name = 'CatalogueError'
  }
}

/** All entries, in the order of the files. @throws CatalogueError */
export function readCatalogue(files: readonly CatalogueFile[]): ExerciseEntry[] {
  // Ten times as quick as an uncompiled schema: a start waits for it.
  const schema = Compile(Entries)
  const fileOf = new Map<string, string>()
  const problems: string[] = []
  const entries: ExerciseEntry[] = []
  for (const { file, text } of files) {
    const content = parseJson(text)
    if (!schema.Check(content)) {
      problems.push(...problemsOf(content).map(problem => `${file}: ${problem}`))
      continue
    }
    for (const { slug } of content) {
      const other = fileOf.get(slug)
      if (other !== undefined) problems.push(`${file}: ${slug}: slug is taken by an entry of ${other}.`)
      fileOf.set(slug, file)
    }
    entries.push(...content)
  }
  if (problems.length > 0) throw new CatalogueError(problems)
  return entries
}

/** The content of the text, or the error that says why it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

function problemsOf(content: unknown): string[] {
  if (content instanceof SyntaxError) return [`is not JSON: ${content.message}`]
  if (!Array.isArray(content)) return ['must hold a JSON list of exercises.']
  return content.flatMap((entry: unknown, index) => {
    const place = `entry ${index + 1}`
    if (!isObject(entry)) return [`${place}: must be an object.`]
    const label = typeof entry['slug'] === 'string' ? entry['slug'] : place
    return fieldProblems(entry).map(problem => `${label}: ${problem}`)
  })
}

function fieldProblems(given: Record<string, unknown>): string[] {
  const malformed = Object.entries(fields)
    .filter(([field, schema]) => !Value.Check(schema, given[field]))
    .map(([field, schema]) => {
      const value = given[field] === undefined ? 'missing' : JSON.stringify(given[field])
      return `${field} must be ${(schema as { description?: string }).description}; it is ${value}.`
    })
  const unknown = Object.keys(given).filter(field => !(field in fields))
  return [...malformed, ...unknown.map(field => `${field} is no field of an exercise.`)]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
