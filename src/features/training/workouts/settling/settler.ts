import { isDeepStrictEqual } from 'node:util'
import { addDays } from '../../../../lib/calendar.js'
import { hours } from '../../../../lib/quantities.js'
import type { Load } from '../../../../lib/units.js'
import type { Database } from '../../../../platform/database/database.js'
import type { Events } from '../../../../platform/events/events.js'
import type { ExerciseService } from '../../exercises/service.js'
import type { MeasurementService } from '../../../progress/measurements/service.js'
import type { DaySpan } from '../../../progress/measurements/body-weight-changes.js'
import type { DerivedPatch } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import { bodyWeightOf, dayOf, movesBody } from '../body-weight.js'
import { topicOf } from '../kind.js'
import { versionChange, type WorkoutListeners } from '../listeners.js'
import type { WorkoutRow, WorkoutStore } from '../store.js'
import type { UnsettledSpan } from './spans.js'

/** What one transaction reads: so many workouts, and days so many times. */
const [mostRows, mostSpans] = [100, 20]

export interface SettlerDependencies {
  workouts: Pick<WorkoutStore, 'latest'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  exercises: Pick<ExerciseService, 'known'>
  measurements: Pick<MeasurementService, 'bodyWeightsAround'>
  listeners: Pick<WorkoutListeners, 'apply'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
}

/** A workout whose body has another weight than it was settled with. */
interface Moved {
  row: WorkoutRow
  bodyWeight: Load | null
}

/**
 * Settles workouts anew, those in which the weight of the body counts and has changed, the latest first. What follows
 * from them follows; their owner has not changed them, and their versions stay.
 */
export function bodyWeightSettler(dependencies: SettlerDependencies) {
  const { workouts, owned, exercises, measurements, listeners, database, events } = dependencies

  async function movedAmong(userId: string, rows: readonly WorkoutRow[], ofProfile: Load | null) {
    const days = rows.flatMap(({ content }) => (content && movesBody(content) ? dayOf(content) : [])).sort()
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return []
    const weightOf = bodyWeightOf(await measurements.bodyWeightsAround(userId, first, last), ofProfile)
    return rows.flatMap((row): Moved[] => {
      const bodyWeight = row.content && weightOf(row.content)
      return isDeepStrictEqual(bodyWeight, row.derived?.bodyWeight ?? null) ? [] : [{ row, bodyWeight }]
    })
  }

  async function write(userId: string, moved: readonly Moved[]): Promise<void> {
    const ids = moved.flatMap(({ row }) => row.content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])
    const known = await exercises.known(userId, ids)
    const changes = moved.map(({ row, bodyWeight }) =>
      versionChange({ id: row.id, before: row, after: row }, bodyWeight, known),
    )
    const own = moved.map(({ row: { id }, bodyWeight }): DerivedPatch => ({
      id,
      type: 'WORKOUT',
      set: { bodyWeight },
    }))
    const head = await owned.head(userId)
    const context = { cause: 'BODY_WEIGHT', head } as const
    const { derived = [], head: fields = {} } = await listeners.apply(userId, changes, context, own)
    await owned.derive(userId, { derived, head: fields })
    database.afterCommit(() => {
      for (const { row } of moved) events.publish(topicOf(row.id), '')
    })
  }

  /** As much as a transaction takes without keeping anybody waiting. @returns what is left */
  return async (userId: string, spans: readonly UnsettledSpan[]): Promise<UnsettledSpan[]> => {
    const left = [...spans]
    const moved: Moved[] = []
    for (let [rows, read] = [mostRows, mostSpans]; rows > 0 && read > 0; read--) {
      const [span] = left
      if (!span) break
      const found = await workouts.latest(userId, { ...momentsOf(span), before: span.reached }, rows)
      moved.push(...(await movedAmong(userId, found.filter(isOn(span)), span.ofProfile)))
      const last = found.length < rows ? undefined : found.at(-1)
      if (last?.content) left[0] = { ...span, reached: { startedAt: last.content.startedAt, id: last.id } }
      else left.shift()
      rows -= found.length
    }
    if (moved.length > 0) await write(userId, moved)
    return left
  }
}

/** When something may have begun that was on these days somewhere on earth. */
const momentsOf = ({ from, to }: DaySpan) => ({
  from: new Date(midnight(from) - 14 * hours),
  to: to === null ? null : new Date(midnight(addDays(to, 1)) + 12 * hours),
})

const midnight = (date: string) => new Date(`${date}T00:00:00.000Z`).getTime()

const isOn =
  ({ from, to }: DaySpan) =>
  ({ content }: WorkoutRow) => {
    const day = content && dayOf(content)
    return day !== null && day >= from && (to === null || day <= to)
  }
