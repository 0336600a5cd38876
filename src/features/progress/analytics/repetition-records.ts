import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { OwnedService } from '../../owned/service.js'
import type { Workout } from '../../training/workouts/models.js'
import { isUnaided } from '../../training/workouts/performed.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { RepetitionLoad } from '../records/bests.js'
import { heaviestLoads } from './heaviest-loads.js'
import type { RepetitionRecord } from './models.js'
import { packId, repetitionLoadsIn, startOf } from './packed-workout.js'
import type { TrainingHistory } from './training-history.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  history: TrainingHistory
  workouts: Pick<WorkoutService, 'findMany'>
}

interface Lift extends RepetitionLoad {
  workoutId: string
  startedAt: number
}

export type RepetitionRecordReader = (userId: string, exerciseId: string) => Promise<RepetitionRecord[]>

/** Returns a function that reads the records of an exercise by repetitions. Exercises of one request share their reads. */
export function repetitionRecordReader({ owned, history, workouts }: Dependencies): RepetitionRecordReader {
  async function read(userId: string, exerciseIds: readonly string[]): Promise<RepetitionRecord[]> {
    const exercises = exerciseIds.map(id => ({
      id,
      packedId: packId(id),
      heaviest: heaviestLoads(isEarlier),
    }))
    const allYears = { head: await owned.head(userId), from: -Infinity, to: Infinity }
    await history.visit(userId, allYears, ({ id: workoutId, text }) => {
      for (const { packedId, heaviest } of exercises)
        for (const lift of repetitionLoadsIn(text, packedId))
          heaviest.add({ ...lift, workoutId, startedAt: startOf(text) })
    })
    const lifts = exercises.flatMap(({ id, heaviest }) =>
      heaviest.all().map(lift => ({ ...lift, exerciseId: id })),
    )
    const found = await workouts.findMany(userId, [...new Set(lifts.map(({ workoutId }) => workoutId))])
    const workoutsById = new Map(found.map(workout => [workout.id, workout]))
    return lifts.flatMap(({ exerciseId, workoutId, startedAt, reps, load: { value, unit } }) => {
      const workout = workoutsById.get(workoutId)
      const setId = workout && findSet(workout, exerciseId, { reps, load: { value, unit } })
      const achievedAt = new Date(startedAt)
      return setId === undefined
        ? []
        : [{ exerciseId, reps, load: value, unit, achievedAt, workoutId, setId }]
    })
  }
  return batchByOwner(read, ({ exerciseId }) => exerciseId)
}

const isEarlier = (lift: Lift, other: Lift) => lift.startedAt < other.startedAt

/** Returns the id of the first set with the load and at least the repetitions. */
function findSet(
  { exercises }: Workout,
  exerciseId: string,
  { reps: minReps, load: { value, unit } }: RepetitionLoad,
): string | undefined {
  const sets = exercises.flatMap(entry => (entry.exerciseId === exerciseId ? entry.sets : []))
  return sets.find(
    set =>
      set.completedAt !== null &&
      set.type !== 'WARMUP' &&
      isUnaided(set) &&
      set.loadMode !== 'ASSISTED' &&
      (set.reps ?? 0) >= minReps &&
      (set.load ? set.load.value === value && set.load.unit === unit : value === 0),
  )?.id
}
