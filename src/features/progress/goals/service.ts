import { isDeepStrictEqual } from 'node:util'
import { dayNumberOf, mondayOf, dateOfDayNumber } from '../../../lib/calendar.js'
import { days } from '../../../lib/quantities.js'
import { batchByOwner } from '../../../lib/batch-by-owner.js'
import type { Database } from '../../../platform/database/database.js'
import type { BodyWeightChange, BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { DerivedPatch, Head, HeadFields } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { ownedView } from '../../owned/view.js'
import type { WorkoutListener, WorkoutVersion } from '../../training/workouts/listeners.js'
import { completedWorkout } from '../analytics/completed-workout.js'
import { dayOf, packWorkout } from '../analytics/packed-workout.js'
import type { TrainingHistory } from '../analytics/training-history.js'
import { compareWithBodyWeights, compareWithWorkouts, dayRange, percentOf, yearsOf } from './evaluation.js'
import { maxGoals } from './limits.js'
import type { GoalContent, GoalDerived, GoalRow, GoalState, TrainingGoal } from './models.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head' | 'derive'>
  database: Database
  history: TrainingHistory
  bodyWeightHistory: Pick<BodyWeightHistory, 'around'>
  clock: () => Date
}

/** The data of a workout by which the goals that it can change are found. */
interface CountedWorkout {
  startedAt: Date
  exerciseIds: string[]
  /** Packs the workout as analytics store it. */
  pack(): string
}

/** The number of goals that were achieved for the first time. */
interface GoalOutcome {
  achieved: number
}

/** Receives the number of goals that were achieved other than by a workout. @returns the fields of the head to be changed */
type GoalListener = (userId: string, achieved: number, head: Head) => Promise<HeadFields>

interface GoalUpdates {
  patches: DerivedPatch[]
  /** The number of goals that were achieved for the first time. */
  achieved: number
}

export function goalService({ owned, database, history, bodyWeightHistory, clock }: Dependencies) {
  const view = ownedView<GoalContent, GoalDerived>(database, 'GOAL')
  const listeners: GoalListener[] = []

  async function fieldsAfter(userId: string, achieved: number, head: Head): Promise<HeadFields> {
    if (achieved === 0) return {}
    const fields: HeadFields[] = []
    for (const goalListener of listeners) fields.push(await goalListener(userId, achieved, head))
    return Object.assign({}, ...fields) as HeadFields
  }

  async function findAll(userId: string, { counts }: Pick<Head, 'counts'>): Promise<GoalRow[]> {
    return counts.GOAL ? await view.findSome(userId, maxGoals) : []
  }

  /** Compares goals with all workouts in their periods. @param added years that the head may lack */
  async function compareAll(
    userId: string,
    goals: readonly GoalContent[],
    head: Pick<Head, 'parts'>,
    added: readonly number[] = [],
  ): Promise<GoalState[]> {
    const comparisons = goals.map(goal => compareWithWorkouts(goal))
    if (goals.length > 0)
      await history.visit(userId, { head, added, ...yearsOf(goals) }, ({ text }) => {
        for (const comparison of comparisons) comparison.add(text)
      })
    return comparisons.map(comparison => comparison.state())
  }

  /** Updates the goals that depend on workouts. */
  async function evaluateWorkouts(
    userId: string,
    rows: readonly GoalRow[],
    head: Pick<Head, 'parts'>,
    added: readonly number[] = [],
  ): Promise<GoalUpdates> {
    const goals = rows.flatMap(row => (row.content ? [{ row, content: row.content }] : []))
    const states = await compareAll(
      userId,
      goals.map(({ content }) => content),
      head,
      added,
    )
    return updatesOf(goals.flatMap(({ row }, index) => patchOf(row, states[index] as GoalState) ?? []))
  }

  /**
   * Updates goals with new workouts. They can only raise a value, so that earlier workouts are not read; except for sessions,
   * which need the other workouts of their weeks.
   */
  async function evaluateAdded(
    userId: string,
    rows: readonly GoalRow[],
    added: readonly CountedWorkout[],
    head: Pick<Head, 'parts'>,
  ): Promise<GoalUpdates> {
    const comparisons = rows.flatMap(row =>
      row.content
        ? [
            {
              row,
              kind: row.content.kind,
              compared: compareWithWorkouts(row.content, row.derived ?? undefined),
            },
          ]
        : [],
    )
    const [sessions, others] = [
      comparisons.filter(({ kind }) => kind === 'SESSIONS_PER_WEEK'),
      comparisons.filter(({ kind }) => kind !== 'SESSIONS_PER_WEEK'),
    ]
    if (others.length > 0)
      for (const text of added.map(({ pack }) => pack()))
        for (const { compared } of others) compared.add(text)
    if (sessions.length > 0)
      await history.visit(userId, { head, added: startYears(added), ...yearsAround(added) }, ({ text }) => {
        for (const { compared } of sessions) compared.add(text)
      })
    return updatesOf(comparisons.flatMap(({ row, compared }) => patchOf(row, compared.state()) ?? []))
  }

  function evaluateBodyWeights(
    rows: readonly GoalRow[],
    bodyWeights: BodyWeightChange['bodyWeights'],
  ): GoalUpdates {
    return updatesOf(
      rows.flatMap(
        row => (row.content && patchOf(row, compareWithBodyWeights(row.content, bodyWeights))) ?? [],
      ),
    )
  }

  /** The Monday of the current week in UTC, as a day number. */
  const currentMonday = () => mondayOf(dayNumberOf(clock().toISOString().slice(0, 10)))

  /** Counts the completed workouts of the current week. */
  async function countSessions(userId: string): Promise<number> {
    const monday = currentMonday()
    const yearOf = (day: number) => Number(dateOfDayNumber(day).slice(0, 4))
    const years = { head: await owned.head(userId), from: yearOf(monday - 1), to: yearOf(monday + 7) }
    let sessions = 0
    await history.visit(userId, years, ({ text }) => {
      if (mondayOf(dayOf(text)) === monday) sessions++
    })
    return sessions
  }

  /** The goals of one request share the read. */
  const sessionsOf = batchByOwner(
    async userId => [{ week: 'current', sessions: await countSessions(userId) }],
    ({ week }) => week,
  )

  /** Returns null if the current week is not in the period of the goal. */
  async function sessionsThisWeek(userId: string, goal: GoalContent): Promise<number | null> {
    const { first, last } = dayRange(goal)
    const monday = currentMonday()
    if (monday < first || monday > last) return null
    const [current] = await sessionsOf(userId, 'current')
    return current?.sessions ?? 0
  }

  const listener: WorkoutListener<CountedWorkout | null, GoalOutcome> = {
    digest: countedWorkout,

    async apply(userId, changes, { head }) {
      const versions = changes
        .flatMap(({ before, after }) => [before, after])
        .filter(version => version !== null)
      // A workout in progress changes nothing.
      if (versions.length === 0) return { outcome: { achieved: 0 } }
      const exerciseIds = new Set(versions.flatMap(version => version.exerciseIds))
      const rows = (await findAll(userId, head)).filter(
        ({ content }) =>
          content?.kind === 'SESSIONS_PER_WEEK' ||
          (content !== null && content.exerciseId !== null && exerciseIds.has(content.exerciseId)),
      )
      const isAddition = changes.every(({ before }) => before === null)
      const { patches, achieved } = isAddition
        ? await evaluateAdded(userId, rows, versions, head)
        : await evaluateWorkouts(userId, rows, head, startYears(versions))
      return { derived: patches, outcome: { achieved } }
    },

    async rebuild(userId, workouts) {
      const added = [...new Set(startYears(workouts.flatMap(({ digest }) => digest ?? [])))]
      return {
        async write({ head }) {
          const rows = (await findAll(userId, head)).filter(({ content }) => content?.kind !== 'BODY_WEIGHT')
          const { patches, achieved } = await evaluateWorkouts(userId, rows, head, added)
          return { derived: patches, outcome: { achieved } }
        },
      }
    },
  }

  return {
    listener,

    onAchieved(goalListener: GoalListener): void {
      listeners.push(goalListener)
    },

    /** Derives the state of saved goals, in their transaction. */
    async derive(userId: string, saved: readonly GoalRow[], head: Head) {
      const isBodyWeight = ({ content }: GoalRow) => content?.kind === 'BODY_WEIGHT'
      const bodyWeightGoals = saved.filter(isBodyWeight)
      const byWorkouts = await evaluateWorkouts(
        userId,
        saved.filter(row => !isBodyWeight(row)),
        head,
      )
      const dates = bodyWeightGoals.flatMap(({ content }) => content?.startsOn ?? []).sort()
      const [first] = dates
      const bodyWeights =
        first === undefined ? [] : await bodyWeightHistory.around(userId, first, lastDate(bodyWeightGoals))
      const byBodyWeights = evaluateBodyWeights(bodyWeightGoals, bodyWeights)
      const achieved = byWorkouts.achieved + byBodyWeights.achieved
      return {
        derived: [...byWorkouts.patches, ...byBodyWeights.patches],
        head: await fieldsAfter(userId, achieved, head),
      }
    },

    /** Updates the goals for the body weight, in the transaction of its change. */
    async onBodyWeightChange(userId: string, { bodyWeights }: BodyWeightChange): Promise<void> {
      const head = await owned.head(userId)
      const rows = (await findAll(userId, head)).filter(({ content }) => content?.kind === 'BODY_WEIGHT')
      const { patches, achieved } = evaluateBodyWeights(rows, bodyWeights)
      if (patches.length > 0)
        await owned.derive(userId, { derived: patches, head: await fieldsAfter(userId, achieved, head) })
    },

    /** The goals for the body weight. */
    async findBodyWeightGoals(userId: string): Promise<GoalRow[]> {
      const rows = await findAll(userId, await owned.head(userId))
      return rows.filter(({ content }) => content?.kind === 'BODY_WEIGHT')
    },

    /** The progress of a goal now. */
    async progress(userId: string, goal: TrainingGoal): Promise<{ value: number | null; percent: number }> {
      const value = goal.kind === 'SESSIONS_PER_WEEK' ? await sessionsThisWeek(userId, goal) : goal.value
      return { value, percent: percentOf(goal, { value, startValue: goal.startValue }) }
    },
  }
}

export type GoalService = ReturnType<typeof goalService>

interface GoalPatch extends DerivedPatch {
  isFirst: boolean
}

/** Returns null if the state of the goal has not changed. */
function patchOf(row: GoalRow, state: GoalState): GoalPatch | null {
  const wasAchieved = row.derived?.wasAchieved ?? false
  const derived: GoalDerived = { ...state, wasAchieved: wasAchieved || state.achievedAt !== null }
  if (isDeepStrictEqual(derived, row.derived)) return null
  return { id: row.id, type: 'GOAL', set: { ...derived }, isFirst: derived.wasAchieved && !wasAchieved }
}

const updatesOf = (patches: readonly GoalPatch[]): GoalUpdates => ({
  patches: patches.map(({ id, type, set }) => ({ id, type, set })),
  achieved: patches.filter(({ isFirst }) => isFirst).length,
})

const lastDate = (rows: readonly GoalRow[]) =>
  rows.some(({ content }) => content?.endsOn === null)
    ? '9999-12-31'
    : (rows
        .flatMap(({ content }) => content?.endsOn ?? [])
        .sort()
        .at(-1) ?? '9999-12-31')

/** The calendar years in UTC in which workouts start. */
const startYears = (workouts: readonly CountedWorkout[]): number[] =>
  workouts.map(({ startedAt }) => startedAt.getUTCFullYear())

/** The range of the years in which the other workouts of the same weeks start. */
function yearsAround(workouts: readonly CountedWorkout[]): { from: number; to: number } {
  const yearAfter = (difference: number) =>
    workouts.map(({ startedAt }) => new Date(startedAt.getTime() + difference).getUTCFullYear())
  return { from: Math.min(...yearAfter(-8 * days)), to: Math.max(...yearAfter(8 * days)) }
}

/** Returns null for a workout that is not completed. */
function countedWorkout(version: WorkoutVersion): CountedWorkout | null {
  const { performed } = version
  if (!performed.isCompleted) return null
  return {
    pack() {
      const completed = completedWorkout(version)
      return completed ? packWorkout(completed) : ''
    },
    startedAt: performed.startedAt,
    exerciseIds: [...new Set(performed.exercises.map(({ exerciseId }) => exerciseId))],
  }
}
