import { isDeepStrictEqual } from 'node:util'
import type { BodyWeightChange } from '../../people/measurements/body-weight-history.js'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { TrainingHistory } from '../analytics/training-history.js'
import { startYears, yearsAround, type CountedWorkout } from './counted-workout.js'
import { compareWithBodyWeights, compareWithWorkouts, yearsOf } from './evaluation.js'
import type { GoalContent, GoalDerived, GoalRow, GoalState } from './models.js'

/** The changes that result from comparing goals with workouts or body weights. */
export interface GoalUpdates {
  patches: DerivedPatch[]
  /** The number of goals that were achieved for the first time. */
  achieved: number
}

/** Updates goals that depend on workouts. */
export function workoutGoalUpdater(history: TrainingHistory) {
  return {
    /**
     * Compares the goals with all workouts in their periods.
     * @param changedYears the years in UTC of changed workouts, which the head may lack
     */
    async compareWithHistory(
      userId: string,
      rows: readonly GoalRow[],
      head: Pick<Head, 'parts'>,
      changedYears: readonly number[] = [],
    ): Promise<GoalUpdates> {
      const goals = withContent(rows)
      const comparisons = goals.map(({ row, content }) => ({ row, comparison: compareWithWorkouts(content) }))
      if (goals.length > 0) {
        const years = yearsOf(goals.map(({ content }) => content))
        await history.visit(userId, { head, added: changedYears, ...years }, ({ text }) => {
          for (const { comparison } of comparisons) comparison.add(text)
        })
      }
      return toUpdates(comparisons.map(({ row, comparison }) => ({ row, state: comparison.state() })))
    },

    /**
     * Compares the goals with new workouts, which can only raise a value. Earlier workouts are not read, except those of
     * the same weeks for numbers of sessions.
     */
    async compareWithAdded(
      userId: string,
      rows: readonly GoalRow[],
      added: readonly CountedWorkout[],
      head: Pick<Head, 'parts'>,
    ): Promise<GoalUpdates> {
      const comparisons = withContent(rows).map(({ row, content }) => ({
        row,
        isSessions: content.kind === 'SESSIONS_PER_WEEK',
        comparison: compareWithWorkouts(content, row.derived ?? undefined),
      }))
      const sessions = comparisons.filter(({ isSessions }) => isSessions)
      const others = comparisons.filter(({ isSessions }) => !isSessions)
      if (others.length > 0)
        for (const text of added.map(({ pack }) => pack()))
          for (const { comparison } of others) comparison.add(text)
      if (sessions.length > 0)
        await history.visit(userId, { head, added: startYears(added), ...yearsAround(added) }, ({ text }) => {
          for (const { comparison } of sessions) comparison.add(text)
        })
      return toUpdates(comparisons.map(({ row, comparison }) => ({ row, state: comparison.state() })))
    },
  }
}

export type WorkoutGoalUpdater = ReturnType<typeof workoutGoalUpdater>

/** Updates goals for the body weight. */
export const updateBodyWeightGoals = (
  rows: readonly GoalRow[],
  bodyWeights: BodyWeightChange['bodyWeights'],
): GoalUpdates =>
  toUpdates(
    withContent(rows).map(({ row, content }) => ({
      row,
      state: compareWithBodyWeights(content, bodyWeights),
    })),
  )

const withContent = (rows: readonly GoalRow[]): { row: GoalRow; content: GoalContent }[] =>
  rows.flatMap(row => (row.content ? [{ row, content: row.content }] : []))

/** Omits the goals whose states have not changed. */
function toUpdates(states: readonly { row: GoalRow; state: GoalState }[]): GoalUpdates {
  const updates: GoalUpdates = { patches: [], achieved: 0 }
  for (const { row, state } of states) {
    const wasAchieved = row.derived?.wasAchieved ?? false
    const derived: GoalDerived = { ...state, wasAchieved: wasAchieved || state.achievedAt !== null }
    if (isDeepStrictEqual(derived, row.derived)) continue
    updates.patches.push({ id: row.id, type: 'GOAL', set: { ...derived } })
    if (derived.wasAchieved && !wasAchieved) updates.achieved++
  }
  return updates
}
