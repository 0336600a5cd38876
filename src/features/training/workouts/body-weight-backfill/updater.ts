import { isDeepStrictEqual } from 'node:util'
import { addDays } from '../../../../lib/calendar.js'
import { hours } from '../../../../lib/quantities.js'
import type { Load } from '../../../../lib/units.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Events } from '../../../../platform/events/events.js'
import type { ExerciseService } from '../../exercises/service.js'
import type { BodyWeightHistory } from '../../../people/measurements/body-weight-history.js'
import type { DaySpan } from '../../../people/measurements/body-weight-changes.js'
import type { DerivedPatch } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import { createBodyWeightLookup, localDateOf, usesBodyWeight } from '../body-weight.js'
import { topicOf } from '../record-type.js'
import { versionChange, type WorkoutListeners } from '../listeners.js'
import type { StoredWorkout, WorkoutStore } from '../store.js'
import type { BackfillSpan } from './spans.js'

/** The limits of one call, so that its transaction does not block other writes of the user for long. */
const [maxWorkouts, maxReads] = [100, 20]

export interface UpdaterDependencies {
  workouts: Pick<WorkoutStore, 'findLatest'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  exercises: Pick<ExerciseService, 'findMany'>
  bodyWeightHistory: Pick<BodyWeightHistory, 'around'>
  listeners: Pick<WorkoutListeners, 'apply'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
}

/** A workout whose stored body weight is outdated. */
interface OutdatedWorkout {
  row: StoredWorkout
  /** The current body weight. */
  bodyWeight: Load | null
}

/**
 * Updates the body weights of workouts, the latest first, with all data that is derived from them. The versions of the
 * workouts do not change.
 */
export function bodyWeightUpdater(dependencies: UpdaterDependencies) {
  const { workouts, owned, exercises, bodyWeightHistory, listeners, database, events } = dependencies

  async function findOutdated(
    userId: string,
    rows: readonly StoredWorkout[],
    profileWeight: Load | null,
  ): Promise<OutdatedWorkout[]> {
    const days = rows
      .flatMap(({ content }) => (content && usesBodyWeight(content) ? localDateOf(content) : []))
      .sort()
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return []
    const bodyWeights = await bodyWeightHistory.around(userId, first, last)
    const bodyWeightOf = createBodyWeightLookup(bodyWeights, profileWeight)
    return rows.flatMap(row => {
      const bodyWeight = row.content && bodyWeightOf(row.content)
      return isDeepStrictEqual(bodyWeight, row.derived?.bodyWeight ?? null) ? [] : [{ row, bodyWeight }]
    })
  }

  async function write(userId: string, outdated: readonly OutdatedWorkout[]): Promise<void> {
    const ids = outdated.flatMap(
      ({ row }) => row.content?.exercises.map(({ exerciseId }) => exerciseId) ?? [],
    )
    const exercisesById = await exercises.findMany(userId, ids)
    const changes = outdated.map(({ row, bodyWeight }) =>
      versionChange({ id: row.id, before: row, after: row }, bodyWeight, exercisesById),
    )
    const ownPatches = outdated.map(({ row: { id }, bodyWeight }): DerivedPatch => ({
      id,
      type: 'WORKOUT',
      set: { bodyWeight },
    }))
    const head = await owned.head(userId)
    const context = { cause: 'BODY_WEIGHT', head } as const
    const { derived = [], head: fields = {} } = await listeners.apply(userId, changes, context, ownPatches)
    await owned.derive(userId, { derived, head: fields })
    database.afterCommit(() => {
      for (const { row } of outdated) events.publish(topicOf(row.id), '')
    })
  }

  /** Must be called in a transaction. @returns the spans that remain */
  return async (userId: string, spans: readonly BackfillSpan[]): Promise<BackfillSpan[]> => {
    const remaining = [...spans]
    const outdated: OutdatedWorkout[] = []
    for (let [rowsLeft, readsLeft] = [maxWorkouts, maxReads]; rowsLeft > 0 && readsLeft > 0; readsLeft--) {
      const [span] = remaining
      if (!span) break
      const found = await workouts.findLatest(
        userId,
        { ...timesOf(span), before: span.lastProcessed },
        rowsLeft,
      )
      outdated.push(...(await findOutdated(userId, found.filter(isWithin(span)), span.profileWeight)))
      const last = found.length < rowsLeft ? undefined : found.at(-1)
      if (last?.content)
        remaining[0] = { ...span, lastProcessed: { startedAt: last.content.startedAt, id: last.id } }
      else remaining.shift()
      rowsLeft -= found.length
    }
    if (outdated.length > 0) await write(userId, outdated)
    return remaining
  }
}

/** The range of time that covers the days in all time zones. */
const timesOf = ({ from, to }: DaySpan) => ({
  from: new Date(midnight(from) - 14 * hours),
  to: to === null ? null : new Date(midnight(addDays(to, 1)) + 12 * hours),
})

const midnight = (date: string) => new Date(`${date}T00:00:00.000Z`).getTime()

const isWithin =
  ({ from, to }: DaySpan) =>
  ({ content }: StoredWorkout) => {
    const day = content && localDateOf(content)
    return day !== null && day >= from && (to === null || day <= to)
  }
