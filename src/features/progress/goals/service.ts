import type { CalendarDate } from '../../../lib/calendar.js'
import type { BodyWeightChange, BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { DerivedWrites, Head, HeadFields } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { percentOf } from './evaluation.js'
import type { GoalRow, TrainingGoal } from './models.js'
import { sessionCounter, type SessionCounterDependencies } from './session-counter.js'
import type { GoalStore } from './store.js'
import { updateBodyWeightGoals, workoutGoalUpdater } from './updates.js'
import { goalWorkoutListener } from './workout-listener.js'

/** The end of a goal that never ends. */
const lastDate = '9999-12-31'

interface Dependencies extends SessionCounterDependencies {
  owned: Pick<OwnedService, 'head' | 'derive'>
  goals: GoalStore
  bodyWeightHistory: Pick<BodyWeightHistory, 'around'>
}

/** Receives the number of goals that were achieved other than by a workout. @returns the fields of the head to be changed */
type GoalListener = (userId: string, achieved: number, head: Head) => Promise<HeadFields>

export function goalService(dependencies: Dependencies) {
  const { owned, goals, history, bodyWeightHistory } = dependencies
  const updater = workoutGoalUpdater(history)
  const { sessionsThisWeek } = sessionCounter(dependencies)
  const listeners: GoalListener[] = []

  /** @returns the fields of the head to be changed */
  async function notifyListeners(userId: string, achieved: number, head: Head): Promise<HeadFields> {
    if (achieved === 0) return {}
    const fields: HeadFields[] = []
    for (const goalListener of listeners) fields.push(await goalListener(userId, achieved, head))
    return Object.assign({}, ...fields) as HeadFields
  }

  return {
    listener: goalWorkoutListener({ goals, updater }),

    onAchieved(goalListener: GoalListener): void {
      listeners.push(goalListener)
    },

    /** Derives the state of saved goals, in their transaction. */
    async derive(userId: string, saved: readonly GoalRow[], head: Head): Promise<DerivedWrites> {
      const workoutGoals = saved.filter(row => !isBodyWeightGoal(row))
      const byWorkouts = await updater.compareWithHistory(userId, workoutGoals, head)
      const bodyWeightGoals = saved.filter(isBodyWeightGoal)
      const period = periodOf(bodyWeightGoals)
      const bodyWeights = period ? await bodyWeightHistory.around(userId, period.first, period.last) : []
      const byBodyWeights = updateBodyWeightGoals(bodyWeightGoals, bodyWeights)
      const achieved = byWorkouts.achieved + byBodyWeights.achieved
      return {
        derived: [...byWorkouts.patches, ...byBodyWeights.patches],
        head: await notifyListeners(userId, achieved, head),
      }
    },

    /** Updates the goals for the body weight, in the transaction of its change. */
    async onBodyWeightChange(userId: string, { bodyWeights }: BodyWeightChange): Promise<void> {
      const head = await owned.head(userId)
      const rows = (await goals.findAll(userId, head)).filter(isBodyWeightGoal)
      const { patches, achieved } = updateBodyWeightGoals(rows, bodyWeights)
      if (patches.length > 0)
        await owned.derive(userId, { derived: patches, head: await notifyListeners(userId, achieved, head) })
    },

    /** The goals for the body weight. */
    async findBodyWeightGoals(userId: string): Promise<GoalRow[]> {
      return (await goals.findAll(userId, await owned.head(userId))).filter(isBodyWeightGoal)
    },

    /** The progress of a goal now. */
    async progress(userId: string, goal: TrainingGoal): Promise<{ value: number | null; percent: number }> {
      const value = goal.kind === 'SESSIONS_PER_WEEK' ? await sessionsThisWeek(userId, goal) : goal.value
      return { value, percent: percentOf(goal, { value, startValue: goal.startValue }) }
    },
  }
}

export type GoalService = ReturnType<typeof goalService>

const isBodyWeightGoal = ({ content }: GoalRow) => content?.kind === 'BODY_WEIGHT'

/** The dates from the earliest start to the latest end of goals; null without goals. */
function periodOf(rows: readonly GoalRow[]): { first: CalendarDate; last: CalendarDate } | null {
  const goals = rows.flatMap(({ content }) => content ?? [])
  const [first] = goals.map(({ startsOn }) => startsOn).sort()
  const last = goals
    .map(({ endsOn }) => endsOn ?? lastDate)
    .sort()
    .at(-1)
  return first === undefined || last === undefined ? null : { first, last }
}
