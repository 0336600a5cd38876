import { isDeepStrictEqual } from 'node:util'
import { conflict } from '../../errors.js'
import { addDays } from '../../lib/calendar.js'
import { hours } from '../../lib/quantities.js'
import { nextTurn } from '../../lib/turns.js'
import type { Load } from '../../lib/units.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import type { AchievementService } from '../achievements/service.js'
import type { AnalyticsService } from '../analytics/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { WeightFollower } from '../measurements/weights.js'
import type { DaySpan } from '../measurements/weighings.js'
import type { DerivedPatch } from '../owned/models.js'
import type { OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import type { RecordService } from '../records/service.js'
import { bodyWeightOf, dayOf, type BodyWeightOf } from './body-weight.js'
import { digestOf, type WorkoutDigest } from './digest.js'
import { topicOf } from './kind.js'
import type { WorkoutRow, WorkoutStore } from './store.js'

/** More than thirteen years of a day each: they are settled in one transaction, which has ten seconds. */
const maxSettled = 5000

interface Dependencies {
  workouts: Pick<WorkoutStore, 'movingBody'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  exercises: Pick<ExerciseService, 'known'>
  profile: Pick<ProfileService, 'weight'>
  records: Pick<RecordService, 'followQuietly'>
  analytics: Pick<AnalyticsService, 'follow'>
  achievements: Pick<AchievementService, 'follow'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
}

interface Settled {
  id: string
  bodyWeight: Load | null
  digest: WorkoutDigest
}

/**
 * Settles workouts anew whose days have another weight of the body than they had: those in which it counts. What follows
 * from them follows; their owner has not changed them, and their versions stay.
 */
export function weightSettler(dependencies: Dependencies): WeightFollower {
  const { workouts, owned, exercises, profile, records, analytics, achievements } = dependencies
  const { database, events } = dependencies

  async function settle(
    userId: string,
    rows: readonly WorkoutRow[],
    weightOf: BodyWeightOf,
  ): Promise<Settled[]> {
    const moved = rows.flatMap(row => {
      const bodyWeight = row.content && weightOf(row.content)
      return isDeepStrictEqual(bodyWeight, row.derived?.bodyWeight ?? null) ? [] : [{ row, bodyWeight }]
    })
    const ids = moved.flatMap(({ row }) => row.content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])
    const known = await exercises.known(userId, ids)
    return moved.map(({ row, bodyWeight }) => ({
      id: row.id,
      bodyWeight,
      digest: digestOf({ id: row.id, before: row, after: row }, bodyWeight, known),
    }))
  }

  async function settleSpan(userId: string, span: DaySpan, weightOf: BodyWeightOf): Promise<Settled[]> {
    const settled: Settled[] = []
    for await (const rows of workouts.movingBody(userId, momentsOf(span))) {
      settled.push(...(await settle(userId, rows.filter(isOn(span)), weightOf)))
      if (settled.length > maxSettled)
        throw conflict(`More than ${maxSettled} workouts would count anew: that is more than anybody does.`)
      await nextTurn()
    }
    return settled
  }

  return async (userId, { spans, weighings }) => {
    const weightOf = bodyWeightOf(weighings, await profile.weight(userId))
    const settled: Settled[] = []
    for (const span of spans) settled.push(...(await settleSpan(userId, span, weightOf)))
    if (settled.length === 0) return
    const head = await owned.head(userId)
    const trained = settled.map(({ digest }) => digest.trained)
    const { trainingYears } = await analytics.follow(userId, trained, head)
    const performed = settled.map(({ digest }) => digest.performed)
    const { kept, exercises: uses, improvements } = await records.followQuietly(userId, performed, head)
    const happened = { records: improvements, exercises: uses, finished: [] }
    const achieved = settled.map(({ digest }) => digest.achieved)
    const reached = achievements.follow(userId, achieved, happened, head)
    const derived = settled.map(({ id, bodyWeight }): DerivedPatch => ({
      id,
      type: 'WORKOUT',
      set: { bodyWeight, kept: kept.get(id) },
    }))
    await owned.derive(userId, { derived, exercises: uses, trainingYears, ...reached })
    database.afterCommit(() => {
      for (const { id } of derived) events.publish(topicOf(id), '')
    })
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
