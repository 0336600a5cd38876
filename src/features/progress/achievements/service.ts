import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { readSequentially } from '../../../lib/read-sequentially.js'
import { toKilograms } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { Head, HeadFields } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { exerciseUses } from '../../training/exercises/exercise-use.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { GoalService } from '../goals/service.js'
import type { PauseService } from '../pauses/service.js'
import type { RecordService } from '../records/service.js'
import { achievementAnnouncements } from './announcements.js'
import { createCounterReader } from './counters.js'
import type { Definitions } from './definitions.js'
import { achievementOf, newlyEarned } from './evaluation.js'
import { achievementFields, achievementState } from './head-part.js'
import { liftIdReader } from './lift-ids.js'
import type { Achievement } from './models.js'
import { pausedWeekReader } from './paused-weeks.js'
import { addToSum, emptyTotals } from './totals.js'
import { achievementWorkoutListener } from './workout-listener.js'

interface Dependencies {
  definitions: Definitions
  owned: Pick<OwnedService, 'head'>
  records: Pick<RecordService, 'listener'>
  enrollments: Pick<EnrollmentService, 'listener'>
  goals: Pick<GoalService, 'listener'>
  pauses: PauseService
  exercises: Pick<ExerciseService, 'findBySlugs'>
  profile: Pick<ProfileService, 'get' | 'weight'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish' | 'listen'>
  clock: () => Date
}

export function achievementService(dependencies: Dependencies) {
  const { definitions, owned, pauses, exercises, profile, database, events, clock } = dependencies
  const findLiftIds = liftIdReader(exercises)
  const findPausedWeeks = pausedWeekReader(pauses)
  const announcements = achievementAnnouncements({ database, events })
  const listener = achievementWorkoutListener({
    ...dependencies,
    findLiftIds,
    findPausedWeeks,
    announcements,
  })

  /** @param locale the language of the request, which applies unless the user has chosen one */
  async function all(userId: string, locale: Locale | null): Promise<Achievement[]> {
    const [head, user, liftIds] = await Promise.all([owned.head(userId), profile.get(userId), findLiftIds()])
    const { weight, weightUnit } = user.profile
    const bodyWeight = weight !== null && weightUnit ? toKilograms({ value: weight, unit: weightUnit }) : null
    const texts = definitions.texts[user.locale ?? locale ?? defaultLocale]
    const { totals, earned } = achievementState(head)
    const count = createCounterReader({
      totals: totals ?? emptyTotals,
      uses: exerciseUses(head),
      strength: { liftIds, bodyWeight },
      pausedWeeks: await findPausedWeeks(userId, head),
    })
    const achievements = definitions.all.map(definition => ({
      ...achievementOf(definition, count, earned[definition.key]),
      name: '',
      description: '',
      ...texts.get(definition.key),
    }))
    return achievements.filter(({ isHidden, timesEarned }) => !isHidden || timesEarned > 0)
  }

  /** Latest first. */
  async function earned(userId: string, locale: Locale | null): Promise<Achievement[]> {
    const latest = ({ tiers }: Achievement) => Math.max(...tiers.map(({ earnedAt }) => Number(earnedAt ?? 0)))
    const own = (await all(userId, locale)).filter(({ timesEarned }) => timesEarned > 0)
    return own.sort((left, right) => latest(right) - latest(left))
  }

  return {
    listener,

    /** Must be called while features are created. */
    onEarned: announcements.addListener,

    all,

    earned,

    /** Counts goals that were achieved other than by a workout. @returns the fields of the head to be changed */
    async goalsAchieved(userId: string, achieved: number, head: Head): Promise<HeadFields> {
      const state = achievementState(head)
      const totals = { ...(state.totals ?? emptyTotals) }
      totals.sums = { ...totals.sums }
      addToSum(totals.sums, 'goals', achieved)
      const newAchievements = newlyEarned(
        definitions.all.filter(({ counter }) => counter === 'goals'),
        () => totals.sums['goals'] ?? 0,
        state.earned,
        clock(),
      )
      announcements.publishAfterCommit(userId, newAchievements)
      await announcements.notifyListeners(userId, newAchievements, head)
      return achievementFields(totals, newAchievements)
    },

    async *exportEarned(userId: string): AsyncGenerator<Achievement> {
      yield* await earned(userId, null)
    },

    /** Subscribes to achievements. One is published with each tier and each repetition that is earned. */
    subscribe(userId: string, locale: Locale | null): AsyncIterableIterator<Achievement> {
      return readSequentially(announcements.subscribe(userId), async event => {
        const keys = new Set(event.split(' '))
        return (await all(userId, locale)).filter(({ key }) => keys.has(key))
      })
    },
  }
}

export type AchievementService = ReturnType<typeof achievementService>
