import type { WorkoutListener } from '../../training/workouts/listeners.js'
import { countedWorkout, startYears, type CountedWorkout } from './counted-workout.js'
import type { GoalStore } from './store.js'
import type { GoalUpdates, WorkoutGoalUpdater } from './updates.js'

/** The number of goals that were achieved for the first time. */
interface GoalOutcome {
  achieved: number
}

interface Dependencies {
  goals: GoalStore
  updater: WorkoutGoalUpdater
}

/** Updates the goals that changed workouts can reach. */
export const goalWorkoutListener = ({
  goals,
  updater,
}: Dependencies): WorkoutListener<CountedWorkout | null, GoalOutcome> => ({
  digest: countedWorkout,

  async apply(userId, changes, { head }) {
    const versions = changes
      .flatMap(({ before, after }) => [before, after])
      .filter(version => version !== null)
    // A workout in progress changes nothing.
    if (versions.length === 0) return { outcome: { achieved: 0 } }
    const exerciseIds = new Set(versions.flatMap(version => version.exerciseIds))
    const rows = (await goals.findAll(userId, head)).filter(
      ({ content }) =>
        content?.kind === 'SESSIONS_PER_WEEK' ||
        (content !== null && content.exerciseId !== null && exerciseIds.has(content.exerciseId)),
    )
    const isAddition = changes.every(({ before }) => before === null)
    return toListenerResult(
      isAddition
        ? await updater.compareWithAdded(userId, rows, versions, head)
        : await updater.compareWithHistory(userId, rows, head, startYears(versions)),
    )
  },

  async rebuild(userId, workouts) {
    const changedYears = [...new Set(startYears(workouts.flatMap(({ digest }) => digest ?? [])))]
    return {
      async write({ head }) {
        const rows = (await goals.findAll(userId, head)).filter(
          ({ content }) => content?.kind !== 'BODY_WEIGHT',
        )
        return toListenerResult(await updater.compareWithHistory(userId, rows, head, changedYears))
      },
    }
  },
})

const toListenerResult = ({ patches, achieved }: GoalUpdates) => ({
  derived: patches,
  outcome: { achieved },
})
