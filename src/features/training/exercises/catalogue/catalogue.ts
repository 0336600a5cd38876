import { readFile } from 'node:fs/promises'
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import {
  categories,
  deltoids,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
  type ExerciseEntry,
} from '../../../../lib/exercise-vocabulary.js'

/** Files in this folder, each a JSON list of entries. */
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

// The descriptions complete the sentence "<field> must be …".
const OneOf = <T extends string>(words: readonly T[]) =>
  Type.Enum([...words], { description: `one of ${words.join(', ')}` })

const OneOfOrNull = <T extends string>(words: readonly T[]) =>
  Type.Union([OneOf(words), Type.Null()], { description: `null or one of ${words.join(', ')}` })

const ListOf = <T extends string>(words: readonly T[]) =>
  Type.Array(OneOf(words), { description: `a list of ${words.join(', ')}` })

const linePattern = String.raw`^\S+( \S+)*$`
export const Line = Type.String({ pattern: linePattern, description: 'a line without stray white space' })
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
  deltoids: ListOf(deltoids),
  trackingType: OneOf(trackingTypes),
  isUnilateral: Type.Boolean({ description: 'true or false' }),
  bodyweightShare: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'null or a number from 0 to 1',
  }),
  instructions: Lines,
} satisfies Record<keyof ExerciseEntry, TSchema>

const Entries = Type.Array(Type.Object(fields, { additionalProperties: false }))

export interface CatalogueFile {
  file: string
  text: string
}

export const readStarterFiles = (): Promise<CatalogueFile[]> =>
  Promise.all(
    catalogueFiles.map(async file => ({
      file,
      text: await readFile(new URL(file, import.meta.url), 'utf8'),
    })),
  )

/** @throws CatalogueError */
export const loadStarterCatalogue = async (): Promise<ExerciseEntry[]> =>
  parseCatalogue(await readStarterFiles())

/** The files of the catalogue are invalid. The message lists all problems. */
export class CatalogueError extends Error {
  constructor(problems: string[]) {
    super(`The exercise catalogue is invalid:\n${problems.map(line => `  - ${line}`).join('\n')}`)
    this.name = 'CatalogueError'
  }
}

/** @returns all entries, in the order of the files @throws CatalogueError */
export function parseCatalogue(files: readonly CatalogueFile[]): ExerciseEntry[] {
  // A compiled schema is ten times as fast, and it delays the start.
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

/** @returns the parsed value, or the SyntaxError of invalid JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

function problemsOf(content: unknown): string[] {
  if (content instanceof SyntaxError) return [`is not JSON: ${content.message}`]
  if (!Array.isArray(content)) return ['must contain a JSON array of exercises.']
  return content.flatMap((entry: unknown, index) => {
    const position = `entry ${index + 1}`
    if (!isObject(entry)) return [`${position}: must be an object.`]
    const label = typeof entry['slug'] === 'string' ? entry['slug'] : position
    return fieldProblems(entry).map(problem => `${label}: ${problem}`)
  })
}

function fieldProblems(entry: Record<string, unknown>): string[] {
  const malformed = Object.entries(fields)
    .filter(([field, schema]) => !Value.Check(schema, entry[field]))
    .map(([field, schema]) => {
      const value = entry[field] === undefined ? 'missing' : JSON.stringify(entry[field])
      return `${field} must be ${(schema as { description?: string }).description}; it is ${value}.`
    })
  const unknown = Object.keys(entry).filter(field => !(field in fields))
  return [...malformed, ...unknown.map(field => `${field} is not a field of an exercise.`)]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
