import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { isDate } from '../../../../lib/calendar.js'
import { setTypes } from '../../../../lib/exercise-vocabulary.js'
import { goalKinds } from '../../../progress/goals/models.js'
import { Load, Nullable, OptionalNumber, Text, Unit } from './field-schemas.js'

/** The types of records that an import restores besides workouts and exercises, in the order of restoring. */
export const restoredTypes = [
  'ROUTINE_FOLDER',
  'ROUTINE',
  'GYM',
  'EXERCISE_SETTINGS',
  'PAUSE',
  'GOAL',
] as const

export type RestoredType = (typeof restoredTypes)[number]

const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' })

const PlannedSet = Type.Object({
  type: Type.Enum([...setTypes]),
  load: Nullable(Load),
  notes: Nullable(Text),
  isAmrap: Type.Optional(Type.Boolean()),
  minReps: OptionalNumber,
  maxReps: OptionalNumber,
  warmupPercent: OptionalNumber,
  rpe: OptionalNumber,
  percentOfOneRepMax: OptionalNumber,
  restSeconds: OptionalNumber,
  durationSeconds: OptionalNumber,
  distanceMeters: OptionalNumber,
})

const Progression = Type.Object({
  type: Type.Enum(['LINEAR', 'DOUBLE', 'REP_SUM', 'PERCENT']),
  key: Nullable(Text),
  increment: Nullable(Load),
  successes: OptionalNumber,
  failures: OptionalNumber,
  deloadPercent: OptionalNumber,
  minReps: OptionalNumber,
  maxReps: OptionalNumber,
  reps: OptionalNumber,
  trainingMaxPercent: OptionalNumber,
})

const contents = {
  ROUTINE_FOLDER: Type.Object({ title: Text, position: Type.Number() }),
  ROUTINE: Type.Object({
    title: Text,
    notes: Nullable(Text),
    folderId: Nullable(Text),
    position: Type.Number(),
    exercises: Type.Array(
      Type.Object({
        id: Text,
        exerciseId: Text,
        supersetId: Nullable(Text),
        progression: Nullable(Progression),
        sets: Type.Array(PlannedSet),
      }),
    ),
  }),
  GYM: Type.Object({
    name: Text,
    unit: Unit,
    bars: Type.Array(Type.Object({ name: Text, load: Load })),
    plates: Type.Array(Type.Object({ load: Load, count: Type.Number() })),
    dumbbells: Type.Array(Load),
    steps: Type.Object({ machine: Nullable(Load), cable: Nullable(Load) }),
  }),
  EXERCISE_SETTINGS: Type.Object({
    exerciseId: Text,
    note: Nullable(Text),
    restSeconds: OptionalNumber,
    unit: Nullable(Unit),
    increment: Nullable(Load),
    barName: Nullable(Text),
  }),
  PAUSE: Type.Object({
    from: CalendarDate,
    to: CalendarDate,
    reason: Type.Enum(['ILLNESS', 'INJURY', 'HOLIDAY', 'OTHER']),
  }),
  GOAL: Type.Object({
    kind: Type.Enum([...goalKinds]),
    exerciseId: Nullable(Text),
    target: Type.Number(),
    unit: Nullable(Unit),
    reps: OptionalNumber,
    startsOn: CalendarDate,
    endsOn: Nullable(CalendarDate),
  }),
}

type Contents = { [Name in RestoredType]: Static<(typeof contents)[Name]> }

/** A record of an export with its content, from which it is saved. */
export type ExportedRecord = {
  [Name in RestoredType]: {
    type: Name
    id: string
    content: Contents[Name]
    derived?: { isDefault?: boolean } | null
  }
}[RestoredType]

// Only a gym has derived data that the content lacks.
const Derived = Type.Optional(Nullable(Type.Object({ isDefault: Type.Optional(Type.Boolean()) })))
const validators = restoredTypes.map(type =>
  Compile(Type.Object({ type: Type.Literal(type), id: Text, content: contents[type], derived: Derived })),
)

export const isRestoredType = (type: unknown): type is RestoredType =>
  restoredTypes.some(restored => restored === type)

/** @returns null if the record does not have the format of this service */
export function readExportedRecord(value: unknown): ExportedRecord | null {
  if (!validators.some(validator => validator.Check(value))) return null
  const record = value as ExportedRecord
  return datesOf(record).every(isDate) ? record : null
}

function datesOf({ type, content }: ExportedRecord): string[] {
  if (type === 'PAUSE') return [content.from, content.to]
  return type === 'GOAL' ? [content.startsOn, ...(content.endsOn === null ? [] : [content.endsOn])] : []
}

/** The ids of the exercises that a record names. */
export function exerciseIdsOf({ type, content }: ExportedRecord): string[] {
  if (type === 'ROUTINE') return content.exercises.map(({ exerciseId }) => exerciseId)
  if (type === 'EXERCISE_SETTINGS') return [content.exerciseId]
  return type === 'GOAL' && content.exerciseId !== null ? [content.exerciseId] : []
}

/** Replaces the ids of the exercises that a record names. */
export function withExerciseIds(
  record: ExportedRecord,
  idOf: (exerciseId: string) => string,
): ExportedRecord {
  const { type, content } = record
  if (type === 'ROUTINE')
    return {
      ...record,
      content: {
        ...content,
        exercises: content.exercises.map(entry => ({ ...entry, exerciseId: idOf(entry.exerciseId) })),
      },
    }
  if (type === 'EXERCISE_SETTINGS')
    return { ...record, content: { ...content, exerciseId: idOf(content.exerciseId) } }
  if (type === 'GOAL' && content.exerciseId !== null)
    return { ...record, content: { ...content, exerciseId: idOf(content.exerciseId) } }
  return record
}
