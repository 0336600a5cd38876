import { JSONParser, TokenType } from '@streamparser/json'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { KiB, MiB } from '../../../../lib/quantities.js'
import {
  categories,
  deltoids,
  equipment,
  forces,
  levels,
  loadModes,
  mechanics,
  muscles,
  setTypes,
  trackingTypes,
} from '../../../../lib/exercise-vocabulary.js'
import { trainingFields, type TrainingDetails } from '../../../people/profile/fields.js'
import { isRestoredType, readOwnRecord, type OwnRecord } from './own-records.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** The bytes that are parsed before their items are yielded. */
const chunkSize = 16 * KiB
/** Limits that no item of an export exceeds. */
const itemLimits = {
  bytes: 4 * MiB,
  /** Each open list or object takes about a hundred bytes of memory per byte of the file. */
  depth: 50,
  keysPerObject: 1000,
  tokens: 1_000_000,
}

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])
const NullableNumber = Nullable(Type.Number())
const Text = Type.String({ maxLength: 100_000 })
const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const Load = Type.Object({ value: Type.Number(), unit: Type.Enum(['KG', 'LB']) })
const Target = Type.Object({
  load: Nullable(Load),
  minReps: NullableNumber,
  maxReps: NullableNumber,
  rpe: NullableNumber,
  durationSeconds: NullableNumber,
  distanceMeters: NullableNumber,
})
const OwnSet = Type.Object({
  id: Text,
  type: Type.Enum([...setTypes]),
  loadMode: Type.Enum([...loadModes]),
  load: Nullable(Load),
  reps: NullableNumber,
  durationSeconds: NullableNumber,
  distanceMeters: NullableNumber,
  rpe: NullableNumber,
  rir: NullableNumber,
  restSeconds: NullableNumber,
  target: Nullable(Target),
  completedAt: Nullable(Timestamp),
})
const OwnEntry = Type.Object({
  id: Text,
  exerciseId: Text,
  supersetId: Nullable(Text),
  notes: Nullable(Text),
  restSeconds: NullableNumber,
  sets: Type.Array(OwnSet),
})
const OwnWorkout = Type.Object({
  type: Type.Literal('WORKOUT'),
  id: Text,
  content: Type.Object({
    title: Nullable(Text),
    startedAt: Timestamp,
    endedAt: Nullable(Timestamp),
    timezone: Text,
    notes: Nullable(Text),
    rating: NullableNumber,
    exercises: Type.Array(OwnEntry),
  }),
  // Totals and records depend on the body weight at the time of the workout.
  derived: Type.Optional(Type.Object({ bodyWeight: Type.Optional(Nullable(Load)) })),
})
const OwnAccount = Type.Object({ profile: Type.Partial(Type.Object(trainingFields.restSchema)) })
const EnumList = <Value extends string>(values: readonly Value[]) => Type.Array(Type.Enum([...values]))
const Named = Type.Object({
  id: Text,
  slug: Text,
  name: Text,
  source: Text,
  trackingType: Type.Enum([...trackingTypes]),
  // Missing in exports of earlier versions.
  primaryMuscles: Type.Optional(EnumList(muscles)),
  secondaryMuscles: Type.Optional(EnumList(muscles)),
})
const OwnExercise = Type.Object({
  type: Type.Literal('EXERCISE'),
  id: Text,
  content: Type.Object({
    name: Text,
    category: Type.Enum([...categories]),
    level: Type.Enum([...levels]),
    force: Nullable(Type.Enum([...forces])),
    mechanic: Nullable(Type.Enum([...mechanics])),
    equipment: EnumList(equipment),
    primaryMuscles: EnumList(muscles),
    secondaryMuscles: EnumList(muscles),
    // Missing in exports of earlier versions, like the share of the body weight.
    deltoids: Type.Optional(EnumList(deltoids)),
    trackingType: Type.Enum([...trackingTypes]),
    isUnilateral: Type.Boolean(),
    bodyweightShare: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    instructions: Type.Array(Text),
    aliases: Type.Array(Text),
  }),
})

const workoutValidator = Compile(OwnWorkout)
const namedValidator = Compile(Named)
const exerciseValidator = Compile(OwnExercise)
const accountValidator = Compile(OwnAccount)

export type OwnWorkout = Static<typeof OwnWorkout>
export type NamedExercise = Static<typeof Named>
export type OwnExercise = Static<typeof OwnExercise>
export type OwnProfile = Partial<TrainingDetails>

/** An item of `data.json` that is imported, or the problem of an invalid one. Records are numbered from 1. */
type ExportItem =
  | { number: number; workout: OwnWorkout }
  | { number: number; exercise: OwnExercise }
  | { number: number; record: OwnRecord }
  | { number: number; named: NamedExercise }
  | { number: number; profile: OwnProfile }
  | { number: number; problem: string }

/** Yields the items of a `data.json`, in the order of the file. @throws UnreadableFileError */
export async function* readExportItems(bytes: AsyncIterable<Buffer>): AsyncGenerator<ExportItem> {
  const found: ExportItem[] = []
  let number = 0
  let format: unknown
  let version: unknown
  // Select the items of all lists, so that lists that are not imported are also parsed item by item.
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
      if (namedValidator.Check(value)) found.push({ number, named: value })
    } else if (list === 'account') {
      if (accountValidator.Check(value)) found.push({ number, profile: value.profile as OwnProfile })
    } else if (list === 'records') found.push(...toItems(++number, value))
  }
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += chunkSize) {
      const part = chunk.subarray(from, from + chunkSize)
      guard.addBytes(part.length)
      parse(parser, part)
      if (found.length > 0) assertSupportedFormat(format, version)
      yield* found.splice(0)
    }
  assertSupportedFormat(format, version)
}

/** Rejects items that exceed the limits before the parser has built them. */
function structureGuard() {
  let bytes = 0
  let tokens = 0
  /** For each open object the number of its keys so far; 0 for each open list. */
  const keys: number[] = []
  const tooLong = () => new UnreadableFileError('The file contains a value that is too long.')

  return {
    addBytes(count: number): void {
      bytes += count
      if (bytes > itemLimits.bytes) throw tooLong()
    },
    endItem(): void {
      bytes = 0
      tokens = 0
    },
    onToken({ token }: { token: TokenType }): void {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) keys.push(0)
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) keys.pop()
      if (keys.length > itemLimits.depth) throw new UnreadableFileError('The file is nested too deeply.')
      if (token === TokenType.COLON) keys.push((keys.pop() ?? 0) + 1)
      if ((keys.at(-1) ?? 0) > itemLimits.keysPerObject || ++tokens > itemLimits.tokens) throw tooLong()
    },
  }
}

function parse(parser: JSONParser, chunk: Buffer): void {
  try {
    parser.write(chunk)
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error
    throw new UnreadableFileError('The file is damaged: it is not valid JSON.', { cause: error })
  }
}

/** @throws UnreadableFileError */
function assertSupportedFormat(format: unknown, version: unknown): void {
  if (format !== 'fitness-training-export' || version !== 1)
    throw new UnreadableFileError('The file is JSON, but not a data.json that this service can read.')
}

function toItems(number: number, value: unknown): ExportItem[] {
  const { type, content } = (value ?? {}) as { type?: unknown; content?: unknown }
  // Tombstones have no content.
  if (content === null || (type !== 'WORKOUT' && type !== 'EXERCISE' && !isRestoredType(type))) return []
  const record = isRestoredType(type) ? readOwnRecord(value) : null
  if (record) return [{ number, record }]
  if (workoutValidator.Check(value)) return [{ number, workout: value }]
  if (exerciseValidator.Check(value)) return [{ number, exercise: value }]
  return [{ number, problem: 'The record does not have the format of this service.' }]
}
