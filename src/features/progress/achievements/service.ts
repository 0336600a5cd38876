import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import { exerciseUses, type ExerciseUses } from '../../training/exercises/exercise-use.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type {
  ListenerContext,
  ListenerResult,
  VersionChange,
  WorkoutListener,
  WorkoutVersion,
} from '../../training/workouts/listeners.js'
import type { RecordOutcome, RecordService } from '../records/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { PauseService } from '../pauses/service.js'
import type { GoalService } from '../goals/service.js'
import type { Head, HeadFields } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import { toKilograms } from '../../../lib/units.js'
import { eventQueue } from '../../../lib/event-queue.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { readSequentially } from '../../../lib/read-sequentially.js'
import { createCounterReader } from './counters.js'
import type { Definitions } from './definitions.js'
import { achievementOf, newlyEarned } from './evaluation.js'
import { achievementFields, achievementState, type EarnedByKey, type AchievementTotals } from './head-part.js'
import type { AchievedWorkout, Achievement } from './models.js'
import { liftSlugs, type Lift, type LiftIds } from './strength.js'
import { weekOfMonday } from './weeks.js'
import { addToSum, emptyTotals, updateTotals } from './totals.js'
import { isWorkingSet, setsAndReps, volumeOf } from '../../training/workouts/totals.js'

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

/** More programs than any achievement requires. */
const maxPrograms = 100
/** The number of events that are queued for a slow subscriber. */
const queueLimit = 300
const topic = (userId: string) => `achievements:${userId}`

/** Called in the transaction of the change that earns achievements, except for imports and recalculations. */
type EarnedListener = (userId: string, keys: readonly string[], head: Head) => Promise<void>

export function achievementService(dependencies: Dependencies) {
  const {
    definitions,
    owned,
    records,
    enrollments,
    goals,
    pauses,
    exercises,
    profile,
    database,
    events,
    clock,
  } = dependencies
  const earnedListeners: EarnedListener[] = []
  let knownLiftIds: LiftIds | undefined

  async function findLiftIds(): Promise<LiftIds> {
    if (knownLiftIds) return knownLiftIds
    const bySlug = await exercises.findBySlugs(Object.values(liftSlugs).flat())
    const idsOf = (lift: Lift) => liftSlugs[lift].flatMap(slug => bySlug.get(slug)?.id ?? [])
    const ids = { squat: idsOf('squat'), benchPress: idsOf('benchPress'), deadlift: idsOf('deadlift') }
    // The ids of exercises in the catalogue never change.
    if (bySlug.size > 0) knownLiftIds = ids
    return ids
  }

  async function findPausedWeeks(userId: string, { counts }: Head): Promise<Set<number>> {
    return counts.PAUSE ? new Set([...(await pauses.pausedWeeks(userId))].map(weekOfMonday)) : new Set()
  }

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

  function announceAfterCommit(userId: string, earned: EarnedByKey): void {
    const keys = Object.keys(earned)
    if (keys.length > 0) database.afterCommit(() => events.publish(topic(userId), keys.join(' ')))
  }

  async function notifyListeners(userId: string, earned: EarnedByKey, head: Head): Promise<void> {
    const keys = Object.keys(earned)
    if (keys.length > 0)
      for (const earnedListener of earnedListeners) await earnedListener(userId, keys, head)
  }

  /** Updates the totals with changed workouts and determines the newly earned achievements. */
  async function evaluate(
    userId: string,
    changes: readonly Omit<VersionChange<AchievedWorkout>, 'id'>[],
    before: AchievementTotals,
    { cause, head, outcomeOf }: ListenerContext,
  ): Promise<ListenerResult<null>> {
    const { improvements = 0, uses: changedUses = {} } = outcomeOf(records.listener) ?? {}
    const { finished = [] } = outcomeOf(enrollments.listener) ?? {}
    const totals = updateTotals(before, {
      added: changes.flatMap(({ after }) => after ?? []),
      removed: changes.flatMap(({ before }) => before ?? []),
    })
    addToSum(totals.sums, 'records', improvements)
    addToSum(totals.sums, 'goals', outcomeOf(goals.listener)?.achieved ?? 0)
    totals.programs = [...new Set([...before.programs, ...finished])].slice(0, maxPrograms)
    // Only a completed workout earns something.
    if (changes.every(({ after }) => after === null))
      return { head: achievementFields(totals, {}), outcome: null }
    const uses = withChanges(exerciseUses(head), changedUses)
    const { earned } = achievementState(head)
    const liftIds = await findLiftIds()
    const isLift = Object.values(liftIds)
      .flat()
      .some(id => id in changedUses)
    const weight = isLift ? await profile.weight(userId) : null
    const strength = { liftIds, bodyWeight: weight && toKilograms(weight) }
    const newAchievements = newlyEarned(
      definitions.all,
      createCounterReader({ totals, uses, strength, pausedWeeks: await findPausedWeeks(userId, head) }),
      earned,
      clock(),
    )
    announceAfterCommit(userId, newAchievements)
    if (cause === 'SAVE') await notifyListeners(userId, newAchievements, head)
    return { head: achievementFields(totals, newAchievements), outcome: null }
  }

  const listener: WorkoutListener<AchievedWorkout | null> = {
    digest: achievedWorkout,

    async apply(userId, changes, context) {
      return evaluate(userId, changes, achievementState(context.head).totals ?? emptyTotals, context)
    },

    /** Keeps the earned achievements, the finished programs and the goals. */
    async rebuild(userId, workouts) {
      const changes = workouts.map(({ digest }) => ({ before: null, after: digest }))
      return {
        async write(context) {
          const { programs, sums } = achievementState(context.head).totals ?? emptyTotals
          const kept = { ...(sums['goals'] && { goals: sums['goals'] }) }
          return evaluate(userId, changes, { ...emptyTotals, programs, sums: kept }, context)
        },
      }
    },
  }

  return {
    listener,

    /** Must be called while features are created. */
    onEarned(earnedListener: EarnedListener): void {
      earnedListeners.push(earnedListener)
    },

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
      announceAfterCommit(userId, newAchievements)
      await notifyListeners(userId, newAchievements, head)
      return achievementFields(totals, newAchievements)
    },

    async *exportEarned(userId: string): AsyncGenerator<Achievement> {
      yield* await earned(userId, null)
    },

    /** Subscribes to achievements. One is published with each tier and each repetition that is earned. */
    subscribe(userId: string, locale: Locale | null): AsyncIterableIterator<Achievement> {
      const queue = eventQueue<string>(queueLimit, () => stop())
      const stop = events.listen(topic(userId), queue.push)
      return readSequentially(queue, async event => {
        const keys = new Set(event.split(' '))
        return (await all(userId, locale)).filter(({ key }) => keys.has(key))
      })
    },
  }
}

export type AchievementService = ReturnType<typeof achievementService>

function withChanges(uses: ExerciseUses, changes: RecordOutcome['uses']): ExerciseUses {
  const all = Object.entries({ ...uses, ...changes })
  return Object.fromEntries(all.flatMap(([id, use]) => (use ? [[id, use] as const] : [])))
}

/** Returns null for a workout that is not completed. */
function achievedWorkout({
  content,
  performed,
}: Pick<WorkoutVersion, 'content' | 'performed'>): AchievedWorkout | null {
  const { startedAt, endedAt, timezone, exercises } = content
  if (endedAt === null) return null
  const trained = exercises.filter(({ sets }) => sets.some(isWorkingSet))
  return {
    startedAt,
    endedAt,
    timezone,
    ...setsAndReps(content),
    volume: volumeOf(performed, 'KG'),
    exercises: new Set(trained.map(({ exerciseId }) => exerciseId)).size,
  }
}
