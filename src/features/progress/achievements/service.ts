import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { ExerciseUse, Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { eventQueue } from '../../../lib/event-queue.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { readSequentially } from '../../../lib/read-sequentially.js'
import { counting } from './counters.js'
import type { Definitions } from './definitions.js'
import { achievementOf, newlyEarned } from './evaluation.js'
import type { AchievedChange, AchievedWorkout, Achievement, EarnedByKey } from './models.js'
import { change, emptyTally, tallied } from './tally.js'

interface Dependencies {
  definitions: Definitions
  owned: Pick<OwnedService, 'head'>
  profile: Pick<ProfileService, 'get'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish' | 'listen'>
  clock: () => Date
}

/** What has happened beside the workouts themselves. */
export interface Happened {
  /** How many records more, or fewer, there are that bettered another one. */
  records: number
  /** How exercises are used from now on. */
  exercises: Record<string, ExerciseUse | null>
  /** The enrolments that workouts have brought to their last day. */
  finished: readonly string[]
}

/** What is to be written to the head. */
export type HeadParts = Pick<Head, 'tally' | 'earned'>

type Known = Pick<Head, 'tally' | 'earned' | 'exercises'>

/** More programs than any achievement asks for. */
const mostPrograms = 100
/** How many events may wait for a slow reader. */
const queueLimit = 300
const topic = (userId: string) => `achievements:${userId}`

export function achievementService({ definitions, owned, profile, database, events, clock }: Dependencies) {
  const standingOf = ({ tally, exercises }: Known) => counting({ tally: tally ?? emptyTally, exercises })

  /** @param locale of the request, where the person has chosen none */
  async function all(userId: string, locale: Locale | null): Promise<Achievement[]> {
    const [head, user] = await Promise.all([owned.head(userId), profile.get(userId)])
    const texts = definitions.texts[user.locale ?? locale ?? defaultLocale]
    const count = standingOf(head)
    const standing = definitions.all.map(definition => ({
      ...achievementOf(definition, count, head.earned[definition.key]),
      ...{ name: '', description: '', ...texts.get(definition.key) },
    }))
    return standing.filter(({ isHidden, timesEarned }) => !isHidden || timesEarned > 0)
  }

  /** The latest first. */
  async function earned(userId: string, locale: Locale | null): Promise<Achievement[]> {
    const latest = ({ tiers }: Achievement) => Math.max(...tiers.map(({ earnedAt }) => Number(earnedAt ?? 0)))
    const own = (await all(userId, locale)).filter(({ timesEarned }) => timesEarned > 0)
    return own.sort((left, right) => latest(right) - latest(left))
  }

  function announce(userId: string, earned: EarnedByKey): void {
    const keys = Object.keys(earned)
    if (keys.length > 0) database.afterCommit(() => events.publish(topic(userId), keys.join(' ')))
  }

  return {
    /**
     * What changes of workouts are to the tally and to what is earned, from counters alone. Where no workout is
     * completed by them nothing is earned.
     */
    follow(
      userId: string,
      changes: readonly AchievedChange[],
      { records, exercises: uses, finished }: Happened,
      head: Known,
    ): HeadParts {
      const present = (workout: AchievedWorkout | null) => workout ?? []
      const before = head.tally ?? emptyTally
      const tally = tallied(before, {
        added: changes.flatMap(({ after }) => present(after)),
        removed: changes.flatMap(({ before }) => present(before)),
      })
      change(tally.sums, 'records', records)
      tally.programs = [...new Set([...before.programs, ...finished])].slice(0, mostPrograms)
      if (changes.every(({ after }) => after === null)) return { tally, earned: {} }
      const exercises = usesAfter(head.exercises, uses)
      const news = newlyEarned(definitions.all, counting({ tally, exercises }), head.earned, clock())
      announce(userId, news)
      return { tally, earned: news }
    },

    all,

    earned,

    /** What somebody takes along of them. */
    async *everyEarned(userId: string): AsyncGenerator<Achievement> {
      yield* await earned(userId, null)
    },

    /** Each one from now on, when it is earned, and again with each tier and each time. */
    earnings(userId: string, locale: Locale | null): AsyncIterableIterator<Achievement> {
      const waiting = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), waiting.push)
      return readSequentially(waiting, async event => {
        const keys = new Set(event.split(' '))
        return (await all(userId, locale)).filter(({ key }) => keys.has(key))
      })
    },
  }
}

export type AchievementService = ReturnType<typeof achievementService>

/** How exercises are used, with what has changed. */
function usesAfter(before: Head['exercises'], changes: Happened['exercises']): Head['exercises'] {
  const changed = Object.entries({ ...before, ...changes })
  return Object.fromEntries(changed.flatMap(([id, use]) => (use ? [[id, use] as const] : [])))
}
