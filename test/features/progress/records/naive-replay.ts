import type {
  CompletedSet,
  PerformedExercise,
  PerformedWorkout,
} from '../../../../src/features/training/workouts/performed.js'

/** A record as the API documentation defines it. The replay shares no code with the service and is not optimized. */
export interface NaiveRecord {
  exerciseId: string
  type: string
  value: number
  unit: string
  reps: number | null
  achievedAt: Date
  workoutId: string
  setId: string | null
  previous: { value: number; unit: string; achievedAt: Date } | null
}

const pound = 0.45359237

interface Candidate {
  value: number
  unit: string
  /** In kilograms, meters or seconds. Higher is better. */
  comparable: number
  reps: number | null
  setId: string | null
}

const inOrder = (workouts: readonly PerformedWorkout[]) =>
  [...workouts].sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1))

const isWorking = (set: CompletedSet) => set.type !== 'WARMUP'
const isFull = (set: CompletedSet) => !['PARTIAL', 'FORCED'].includes(set.type)
const lasts = (set: CompletedSet) => Boolean(set.durationSeconds) || Boolean(set.distanceMeters)

function kilogramsMoved(
  set: CompletedSet,
  body: PerformedWorkout['bodyWeight'],
  share: number,
): number | undefined {
  const load = set.load && set.load.value * (set.load.unit === 'LB' ? pound : 1)
  const bodyKilograms = body && body.value * (body.unit === 'LB' ? pound : 1)
  switch (set.loadMode) {
    case 'BODYWEIGHT':
      if (share === 0) return load ?? undefined
      return bodyKilograms === null ? undefined : share * bodyKilograms + (load ?? 0)
    case 'ASSISTED':
      return bodyKilograms === null ? undefined : Math.max(share * bodyKilograms - (load ?? 0), 0)
    default:
      return load ?? undefined
  }
}

const shownIn = (unit: string, kilograms: number) => (unit === 'LB' ? kilograms / pound : kilograms)

function candidate(
  type: string,
  exercise: PerformedExercise,
  set: CompletedSet,
  body: PerformedWorkout['bodyWeight'],
): Candidate | undefined {
  const of = (value: number, unit: string, comparable = value): Candidate | undefined => ({
    ...{ value, unit, comparable, reps: set.reps, setId: set.id },
  })
  const tracked = exercise.trackingType
  const unit = set.load?.unit ?? body?.unit ?? 'KG'
  if (type === 'WEIGHT') {
    if (tracked === 'REPS_ONLY' && !set.load) return undefined
    if (!isFull(set) || !(set.reps || (tracked === 'WEIGHT_DURATION' && lasts(set)))) return undefined
    if (!set.load) return set.loadMode === 'BODYWEIGHT' ? of(0, unit) : undefined
    const entered = set.loadMode === 'ASSISTED' && set.load.value > 0 ? -set.load.value : set.load.value
    return of(entered, unit, unit === 'LB' ? entered * pound : entered)
  }
  if (type === 'REPS') {
    const counts = tracked === 'REPS_ONLY' || (tracked === 'BODYWEIGHT_REPS' && (set.load?.value ?? 0) === 0)
    return counts && set.reps && isFull(set) ? of(set.reps, 'REPS') : undefined
  }
  if (type === 'ONE_RM') {
    const moved = kilogramsMoved(set, body, exercise.bodyweightShare)
    if (!isFull(set) || (set.loadMode === 'BODYWEIGHT' && exercise.bodyweightShare < 0.9)) return undefined
    const possible = (set.reps ?? 0) + (set.rir ?? 0)
    if (set.loadMode === 'ASSISTED' || !set.reps || !moved || possible > 15) return undefined
    const estimate = possible < 10 ? (moved * 36) / (37 - possible) : moved * (1 + possible / 30)
    return of(shownIn(unit, estimate), unit, estimate)
  }
  if (type === 'TIME')
    return (tracked === 'DURATION' || tracked === 'WEIGHT_DURATION') && set.durationSeconds
      ? of(set.durationSeconds, 'S')
      : undefined
  if (tracked !== 'DISTANCE_DURATION' || !set.distanceMeters) return undefined
  if (type === 'DISTANCE') return of(set.distanceMeters, 'M')
  if (!set.durationSeconds || set.distanceMeters < 1000) return undefined
  const pace = (set.durationSeconds * 1000) / set.distanceMeters
  return of(pace, 'S_PER_KM', -pace)
}

function volume(workout: PerformedWorkout, exerciseId: string): Candidate | undefined {
  let sum = 0
  const units: string[] = []
  for (const exercise of workout.exercises.filter(one => one.exerciseId === exerciseId))
    for (const set of exercise.sets.filter(isWorking)) {
      const part = (kilogramsMoved(set, workout.bodyWeight, exercise.bodyweightShare) ?? 0) * (set.reps ?? 0)
      if (part === 0) continue
      sum += part
      units.push(set.load?.unit ?? workout.bodyWeight?.unit ?? 'KG')
    }
  if (sum === 0) return undefined
  const pounds = units.filter(unit => unit === 'LB').length
  const isTied = pounds * 2 === units.length
  const unit = (isTied ? units[0] === 'LB' : pounds * 2 > units.length) ? 'LB' : 'KG'
  return { value: shownIn(unit, sum), unit, comparable: sum, reps: null, setId: null }
}

function bestOf(workout: PerformedWorkout, exerciseId: string, type: string): Candidate | undefined {
  if (type === 'VOLUME') return volume(workout, exerciseId)
  let best: Candidate | undefined
  for (const exercise of workout.exercises.filter(one => one.exerciseId === exerciseId))
    for (const set of exercise.sets.filter(isWorking)) {
      const next = candidate(type, exercise, set, workout.bodyWeight)
      // Equal loads in different units differ in the last digit.
      const isEqual = best && next && Math.abs(next.comparable / best.comparable - 1) < 1e-12
      if (next && !isEqual && (!best || next.comparable > best.comparable)) best = next
    }
  return best
}

const types = ['WEIGHT', 'REPS', 'ONE_RM', 'VOLUME', 'TIME', 'DISTANCE', 'PACE']

/** Replays all workouts in chronological order. */
export function naiveRecords(workouts: readonly PerformedWorkout[], exerciseIds: readonly string[]) {
  const records: NaiveRecord[] = []
  const current: NaiveRecord[] = []
  for (const exerciseId of exerciseIds)
    for (const type of types) {
      const all: number[] = []
      let latest: NaiveRecord | null = null
      for (const workout of inOrder(workouts).filter(one => one.isCompleted)) {
        const best = bestOf(workout, exerciseId, type)
        if (!best) continue
        const { comparable, ...shown } = best
        if (all.every(other => comparable > other + Math.abs(other) / 1_000_000)) {
          const previous: NaiveRecord['previous'] = latest && {
            ...{ value: latest.value, unit: latest.unit, achievedAt: latest.achievedAt },
          }
          const { id: workoutId, startedAt: achievedAt } = workout
          latest = { exerciseId, type, ...shown, achievedAt, workoutId, previous }
          records.push(latest)
        }
        all.push(comparable)
      }
      if (latest) current.push(latest)
    }
  return { records, current }
}

const names = (workout: PerformedWorkout, exerciseId: string) =>
  workout.exercises.some(exercise => exercise.exerciseId === exerciseId)

const performs = (workout: PerformedWorkout, exerciseId: string) =>
  workout.isCompleted &&
  workout.exercises.some(exercise => exercise.exerciseId === exerciseId && exercise.sets.length > 0)

/** Returns null if no workout contains the exercise. */
export function naiveUse(workouts: readonly PerformedWorkout[], exerciseId: string) {
  const naming = inOrder(workouts).filter(workout => names(workout, exerciseId))
  const performed = naming.filter(workout => performs(workout, exerciseId))
  if (naming.length === 0) return null
  return {
    timesPerformed: performed.length,
    lastPerformedAt: performed.at(-1)?.startedAt ?? null,
    workoutCount: naming.length,
  }
}

/** Returns the last earlier workout in which the exercise was performed. */
export function naivePrevious(
  workouts: readonly PerformedWorkout[],
  workout: PerformedWorkout,
  exerciseId: string,
): string | null {
  const earlier = inOrder(workouts).filter(
    other => performs(other, exerciseId) && other.startedAt.getTime() < workout.startedAt.getTime(),
  )
  return earlier.at(-1)?.id ?? null
}
