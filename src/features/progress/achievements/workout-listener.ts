import { toKilograms } from '../../../lib/units.js'
import type { Head } from '../../owned/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import { exerciseUses, type ExerciseUses } from '../../training/exercises/exercise-use.js'
import type {
  ListenerContext,
  ListenerResult,
  VersionChange,
  WorkoutListener,
  WorkoutVersion,
} from '../../training/workouts/listeners.js'
import { isWorkingSet, setsAndReps, volumeOf } from '../../training/workouts/totals.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { GoalService } from '../goals/service.js'
import type { RecordService } from '../records/service.js'
import type { RecordOutcome } from '../records/derived-data.js'
import type { AchievementAnnouncements } from './announcements.js'
import { createCounterReader } from './counters.js'
import type { Definitions } from './definitions.js'
import { newlyEarned } from './evaluation.js'
import { achievementFields, achievementState, type AchievementTotals } from './head-part.js'
import type { AchievedWorkout } from './models.js'
import type { FindPausedWeeks } from './paused-weeks.js'
import type { LiftIds } from './strength.js'
import { addToSum, emptyTotals, updateTotals } from './totals.js'

/** More programs than any achievement requires. */
const maxPrograms = 100

interface Dependencies {
  definitions: Definitions
  records: Pick<RecordService, 'listener'>
  enrollments: Pick<EnrollmentService, 'listener'>
  goals: Pick<GoalService, 'listener'>
  profile: Pick<ProfileService, 'weight'>
  findLiftIds(): Promise<LiftIds>
  findPausedWeeks: FindPausedWeeks
  announcements: AchievementAnnouncements
  clock: () => Date
}

/** Earns achievements by changed workouts. */
export function achievementWorkoutListener(
  dependencies: Dependencies,
): WorkoutListener<AchievedWorkout | null> {
  const { definitions, records, enrollments, goals, profile, announcements, clock } = dependencies
  const { findLiftIds, findPausedWeeks } = dependencies

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
    const count = await readCounters(userId, totals, head, changedUses)
    const { earned } = achievementState(head)
    const newAchievements = newlyEarned(definitions.all, count, earned, clock())
    announcements.publishAfterCommit(userId, newAchievements)
    if (cause === 'SAVE') await announcements.notifyListeners(userId, newAchievements, head)
    return { head: achievementFields(totals, newAchievements), outcome: null }
  }

  async function readCounters(
    userId: string,
    totals: AchievementTotals,
    head: Head,
    changedUses: RecordOutcome['uses'],
  ) {
    const uses = withChanges(exerciseUses(head), changedUses)
    const liftIds = await findLiftIds()
    const hasChangedLift = Object.values(liftIds)
      .flat()
      .some(id => id in changedUses)
    const weight = hasChangedLift ? await profile.weight(userId) : null
    const strength = { liftIds, bodyWeight: weight && toKilograms(weight) }
    const pausedWeeks = await findPausedWeeks(userId, head)
    return createCounterReader({ totals, uses, strength, pausedWeeks })
  }

  return {
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
}

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
