import { badUserInputAt } from '../../../errors.js'
import { days } from '../../../lib/quantities.js'
import { inputReader } from '../../../lib/input-reader.js'
import { maxSupersetIdLength, setBounds } from '../../../lib/set-bounds.js'
import type { SaveWrite } from '../../owned/models.js'
import type {
  SetTarget,
  SetTargetDraft,
  StartDraft,
  SwapDraft,
  WorkoutContent,
  WorkoutDraft,
  WorkoutEntry,
  WorkoutEntryDraft,
  WorkoutFilter,
  WorkoutFilterDraft,
  WorkoutHealth,
  WorkoutHealthDraft,
  WorkoutProgramDay,
  WorkoutSet,
  WorkoutSetDraft,
} from './models.js'

const maxEntries = 50
const maxSets = 50
export const maxSetsOfWorkout = maxEntries * maxSets
/** In characters. */
export const maxNotes = 5000
const maxDuration = 7 * days
/** The time before the start and after the end of a workout in which its sets may be completed. */
const completionTolerance = 1 * days

export const countSets = ({ exercises }: WorkoutDraft): number =>
  exercises.reduce((sum, { sets }) => sum + sets.length, 0)

/**
 * Validates and normalizes a workout. Rules that depend on the current time or on other records are checked later.
 * @param path of the input in the request
 * @throws AppError BAD_USER_INPUT
 */
export function readWorkout(draft: WorkoutDraft, path: string): SaveWrite<WorkoutContent> {
  const workout = inputReader(draft, path)
  const { startedAt, endedAt = null } = draft
  assertDuration(startedAt, endedAt, workout.at('endedAt'))
  const id = workout.id('id')
  const routineId = workout.id('routineId')
  const health = draft.health ? readHealth(draft.health, workout.at('health')) : null
  const content = {
    title: workout.line('title', 200),
    startedAt,
    endedAt,
    timezone: workout.timeZone('timezone'),
    notes: workout.lines('notes', maxNotes),
    rating: workout.integer('rating', [1, 5]),
    programDay: draft.programDay ? readProgramDay(draft.programDay, workout.at('programDay')) : null,
    ...(routineId !== null && { routineId }),
    ...(health && { health }),
    ...(health?.externalId && { externalKey: `${health.source} ${health.externalId}` }),
    exercises: workout.list('exercises', maxEntries, readEntry),
  }
  assertCompletionTimes(content, path)
  assertUniqueIds(content, path)
  return { id, expectedVersion: draft.expectedVersion ?? null, content, path }
}

function readProgramDay(draft: WorkoutProgramDay, path: string): WorkoutProgramDay {
  const programDay = inputReader(draft, path)
  return {
    enrollmentId: programDay.id('enrollmentId'),
    week: programDay.integer('week', [1, 52]),
    day: programDay.integer('day', [1, 7]),
  }
}

const heartRates = [20, 300] as const
const maxEnergy = 50_000
const maxExternalId = 200

function readHealth(draft: WorkoutHealthDraft, path: string): WorkoutHealth {
  const reader = inputReader(draft, path)
  const health = {
    source: draft.source,
    externalId: reader.line('externalId', maxExternalId, 1),
    averageHeartRate: reader.decimal('averageHeartRate', heartRates),
    maxHeartRate: reader.decimal('maxHeartRate', heartRates),
    activeEnergyKcal: reader.decimal('activeEnergyKcal', [0, maxEnergy]),
  }
  const { averageHeartRate, maxHeartRate } = health
  if (averageHeartRate !== null && maxHeartRate !== null && maxHeartRate < averageHeartRate)
    throw badUserInputAt(reader.at('maxHeartRate'), 'must not be less than averageHeartRate.')
  return health
}

/** The program day, the routine or the workout that a new workout copies. */
export interface StartSource {
  programDay: WorkoutProgramDay | null
  routine: string | null
  workout: string | null
}

export function readStart(draft: StartDraft, path: string) {
  const start = inputReader(draft, path)
  const { programDay } = draft.from ?? {}
  const from = draft.from && inputReader(draft.from, start.at('from'))
  return {
    id: start.id('id'),
    startedAt: draft.startedAt,
    timezone: start.timeZone('timezone'),
    from: {
      programDay: programDay ? readProgramDay(programDay, start.at('from.programDay')) : null,
      routine: from?.id('routine') ?? null,
      workout: from?.id('workout') ?? null,
    } satisfies StartSource,
  }
}

/** @throws AppError BAD_USER_INPUT */
export function readSwap(draft: SwapDraft, path: string) {
  const swap = inputReader(draft, path)
  return {
    workoutId: swap.id('workoutId'),
    exerciseEntryId: swap.id('exerciseEntryId'),
    exerciseId: swap.id('exerciseId'),
    expectedVersion: draft.expectedVersion ?? null,
  }
}

export function readFilter(draft: WorkoutFilterDraft, path: string): WorkoutFilter {
  const { from = null, to = null, status = null } = draft
  const filter = inputReader(draft, path)
  return { from, to, status, exerciseId: filter.id('exerciseId'), enrollmentId: filter.id('enrollmentId') }
}

function readEntry(draft: WorkoutEntryDraft, path: string): WorkoutEntry {
  const entry = inputReader(draft, path)
  return {
    id: entry.id('id'),
    exerciseId: entry.id('exerciseId'),
    supersetId: entry.line('supersetId', maxSupersetIdLength, 1),
    notes: entry.lines('notes', maxNotes),
    restSeconds: entry.integer('restSeconds', setBounds.restSeconds),
    sets: entry.list('sets', maxSets, readSet),
  }
}

function readSet(draft: WorkoutSetDraft, path: string): WorkoutSet {
  const set = inputReader(draft, path)
  return {
    id: set.id('id'),
    type: draft.type ?? 'NORMAL',
    loadMode: draft.loadMode ?? null,
    load: set.load('load'),
    reps: set.integer('reps', setBounds.reps),
    durationSeconds: set.decimal('durationSeconds', setBounds.durationSeconds),
    distanceMeters: set.decimal('distanceMeters', setBounds.distanceMeters),
    rpe: set.multipleOfHalf('rpe', setBounds.rpe),
    rir: set.integer('rir', setBounds.rir),
    restSeconds: set.integer('restSeconds', setBounds.restSeconds),
    target: draft.target ? readTarget(draft.target, set.at('target')) : null,
    completedAt: draft.completedAt ?? null,
  }
}

/** Returns null if all values are null. */
function readTarget(draft: SetTargetDraft, path: string): SetTarget | null {
  const set = inputReader(draft, path)
  const target = {
    load: set.load('load'),
    minReps: set.integer('minReps', setBounds.reps),
    maxReps: set.integer('maxReps', setBounds.reps),
    rpe: set.multipleOfHalf('rpe', setBounds.rpe),
    durationSeconds: set.decimal('durationSeconds', setBounds.durationSeconds),
    distanceMeters: set.decimal('distanceMeters', setBounds.distanceMeters),
  }
  return Object.values(target).some(value => value !== null) ? target : null
}

function assertDuration(startedAt: Date, endedAt: Date | null, path: string): void {
  if (endedAt === null) return
  const duration = endedAt.getTime() - startedAt.getTime()
  if (duration <= 0) throw badUserInputAt(path, 'must be later than startedAt.')
  if (duration > maxDuration) throw badUserInputAt(path, 'must be at most 7 days later than startedAt.')
}

/** A workout in progress is assumed to have the maximum duration. */
function assertCompletionTimes({ startedAt, endedAt, exercises }: WorkoutContent, path: string): void {
  const from = startedAt.getTime() - completionTolerance
  const to = (endedAt?.getTime() ?? startedAt.getTime() + maxDuration) + completionTolerance
  for (const [entryIndex, { sets }] of exercises.entries())
    for (const [setIndex, { completedAt }] of sets.entries()) {
      const time = completedAt?.getTime() ?? from
      if (time < from || time > to)
        throw badUserInputAt(
          `${path}.exercises[${entryIndex}].sets[${setIndex}].completedAt`,
          'must be at most one day before or after the workout.',
        )
    }
}

function assertUniqueIds({ exercises }: WorkoutContent, path: string): void {
  const seen = new Set<string>()
  function add(id: string, idPath: string) {
    if (seen.has(id)) throw badUserInputAt(`${path}.${idPath}.id`, 'must be unique in the workout.')
    seen.add(id)
  }
  for (const [entryIndex, { id, sets }] of exercises.entries()) {
    add(id, `exercises[${entryIndex}]`)
    for (const [setIndex, set] of sets.entries()) add(set.id, `exercises[${entryIndex}].sets[${setIndex}]`)
  }
}
