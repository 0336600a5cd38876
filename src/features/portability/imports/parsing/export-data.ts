import { JSONParser, TokenType } from '@streamparser/json'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { KiB, MiB } from '../../../../lib/quantities.js'
import {
  categories,
  equipment,
  forces,
  levels,
  loadModes,
  mechanics,
  muscles,
  setTypes,
  trackingTypes,
} from '../../../training/exercises/vocabulary.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** What is parsed before its items are handed on. In bytes. */
const readAtOnce = 16 * KiB
/** No item of ours is longer. In bytes. */
const longestItem = 4 * MiB
/** Nor has one more lists and objects inside each other: each that is open takes a hundred times its one byte. */
const deepest = 50
/** No object of ours has more keys, and no item more tokens. */
const most = { keys: 1000, tokens: 1_000_000 }

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const Text = Type.String({ maxLength: 100_000 })
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const Load = Type.Object({ value: Type.Number(), unit: Type.Enum(['KG', 'LB']) })
const Target = Type.Object({
  ...{ load: Nullable(Load), minReps: Nullable(Type.Number()), maxReps: Nullable(Type.Number()) },
  ...{ rpe: Nullable(Type.Number()), durationSeconds: Nullable(Type.Number()) },
  distanceMeters: Nullable(Type.Number()),
})
const OwnSet = Type.Object({
  ...{ id: Text, type: Type.Enum([...setTypes]), loadMode: Type.Enum([...loadModes]), load: Nullable(Load) },
  ...{ reps: Nullable(Type.Number()), durationSeconds: Nullable(Type.Number()) },
  ...{ distanceMeters: Nullable(Type.Number()), rpe: Nullable(Type.Number()), rir: Nullable(Type.Number()) },
  ...{ restSeconds: Nullable(Type.Number()), target: Nullable(Target), completedAt: Nullable(Moment) },
})
const OwnEntry = Type.Object({
  ...{ id: Text, exerciseId: Text, supersetId: Nullable(Text), notes: Nullable(Text) },
  ...{ restSeconds: Nullable(Type.Number()), sets: Type.Array(OwnSet) },
})
const OwnWorkout = Type.Object({
  type: Type.Literal('WORKOUT'),
  id: Text,
  content: Type.Object({
    ...{ title: Nullable(Text), startedAt: Moment, endedAt: Nullable(Moment), timezone: Text },
    ...{ notes: Nullable(Text), rating: Nullable(Type.Number()), exercises: Type.Array(OwnEntry) },
  }),
  /** What the body weighed then counts in totals and records. */
  derived: Type.Optional(Type.Object({ bodyWeight: Type.Optional(Nullable(Load)) })),
})
/** What else totals and streaks follow from. */
const OwnAccount = Type.Object({
  profile: Type.Object({
    ...{ frequency: Nullable(Type.Number()), weight: Nullable(Type.Number()) },
    weightUnit: Nullable(Type.Enum(['KG', 'LB'])),
  }),
})
const words = <Word extends string>(all: readonly Word[]) => Type.Array(Type.Enum([...all]))
const Named = Type.Object({
  id: Text,
  slug: Text,
  name: Text,
  source: Text,
  trackingType: Type.Enum([...trackingTypes]),
  // Missing in exports of earlier versions.
  primaryMuscles: Type.Optional(words(muscles)),
  secondaryMuscles: Type.Optional(words(muscles)),
})
const OwnExercise = Type.Object({
  type: Type.Literal('EXERCISE'),
  id: Text,
  content: Type.Object({
    ...{ name: Text, category: Type.Enum([...categories]), level: Type.Enum([...levels]) },
    ...{ force: Nullable(Type.Enum([...forces])), mechanic: Nullable(Type.Enum([...mechanics])) },
    ...{ equipment: words(equipment), primaryMuscles: words(muscles), secondaryMuscles: words(muscles) },
    ...{ trackingType: Type.Enum([...trackingTypes]), isUnilateral: Type.Boolean() },
    ...{ instructions: Type.Array(Text), aliases: Type.Array(Text) },
  }),
})

const workout = Compile(OwnWorkout)
const named = Compile(Named)
const exercise = Compile(OwnExercise)
const account = Compile(OwnAccount)

export type OwnWorkout = Static<typeof OwnWorkout>
export type NamedExercise = Static<typeof Named>
export type OwnExercise = Static<typeof OwnExercise>
export type OwnProfile = Static<typeof OwnAccount>['profile']

/** What of `data.json` is imported; or where nothing can be made of an item. The first record is number 1. */
export type ExportItem =
  | { number: number; workout: OwnWorkout }
  | { number: number; exercise: OwnExercise }
  | { number: number; named: NamedExercise }
  | { number: number; profile: OwnProfile }
  | { number: number; problem: string }

/** The items of a `data.json`, in its order. @throws UnreadableFileError */
export async function* readExportItems(bytes: AsyncIterable<Buffer>): AsyncGenerator<ExportItem> {
  const found: ExportItem[] = []
  let number = 0
  let format: unknown
  let version: unknown
  // Items of all lists: also what is not imported is read an item at a time.
  const parser = new JSONParser({ paths: ['$.format', '$.version', '$.*.*'], keepStack: false })
  const guard = structureGuard()
  parser.onToken = guard.onToken
  parser.onValue = ({ value, key, stack }) => {
    guard.endItem()
    const list = stack[1]?.key
    if (stack.length === 1) {
      if (key === 'format') format = value
      else version = value
    } else if (list === 'exercises') {
      if (named.Check(value)) found.push({ number, named: value })
    } else if (list === 'account') {
      if (account.Check(value)) found.push({ number, profile: value.profile })
    } else if (list === 'records') found.push(...itemOf(++number, value))
  }
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += readAtOnce) {
      const piece = chunk.subarray(from, from + readAtOnce)
      guard.addBytes(piece.length)
      write(parser, piece)
      if (found.length > 0) demandOurs(format, version)
      yield* found.splice(0)
    }
  demandOurs(format, version)
}

/** Refuses items that are larger than any of ours before they are put together. It is told each token. */
function structureGuard() {
  let bytes = 0
  let tokens = 0
  /** How many keys each open object has so far; of lists 0. */
  const keys: number[] = []
  const tooLong = () => new UnreadableFileError('The file contains a value that is too long.')

  return {
    addBytes(count: number): void {
      bytes += count
      if (bytes > longestItem) throw tooLong()
    },
    endItem(): void {
      bytes = 0
      tokens = 0
    },
    onToken({ token }: { token: TokenType }): void {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) keys.push(0)
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) keys.pop()
      if (keys.length > deepest) throw new UnreadableFileError('The file is nested too deeply.')
      if (token === TokenType.COLON) keys.push((keys.pop() ?? 0) + 1)
      if ((keys.at(-1) ?? 0) > most.keys || ++tokens > most.tokens) throw tooLong()
    },
  }
}

function write(parser: JSONParser, piece: Buffer): void {
  try {
    parser.write(piece)
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError('The file is damaged: it is not valid JSON.', { cause: error })
  }
}

/** @throws UnreadableFileError */
function demandOurs(format: unknown, version: unknown): void {
  if (format !== 'fitness-training-export' || version !== 1)
    throw new UnreadableFileError('The file is JSON, but not a data.json that this service can read.')
}

function itemOf(number: number, value: unknown): ExportItem[] {
  const { type, content } = (value ?? {}) as { type?: unknown; content?: unknown }
  // A tombstone has nothing to import.
  if (content === null || (type !== 'WORKOUT' && type !== 'EXERCISE')) return []
  if (workout.Check(value)) return [{ number, workout: value }]
  if (exercise.Check(value)) return [{ number, exercise: value }]
  return [{ number, problem: 'The record does not have the format of this service.' }]
}
