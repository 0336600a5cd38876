import { isDeepStrictEqual } from 'node:util'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { AchievementService } from '../../progress/achievements/service.js'
import type { AnalyticsService } from '../../progress/analytics/service.js'
import type { EnrollmentService } from '../enrollments/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Consequences, DerivedPatch, RecordChange } from '../../owned/models.js'
import type { KindService, OwnedService } from '../../owned/service.js'
import type { RecordService } from '../../progress/records/service.js'
import { settledWeights, type BodyWeightDependencies } from './body-weight.js'
import { digestOf } from './digest.js'
import type { WorkoutContent, WorkoutDerived } from './models.js'
import { performedExercises } from './performed.js'
import { demandKnown, demandTimely } from './rules.js'

export interface WorkoutKindDependencies extends BodyWeightDependencies {
  owned: OwnedService
  exercises: Pick<ExerciseService, 'known'>
  records: Pick<RecordService, 'follow'>
  analytics: Pick<AnalyticsService, 'follow'>
  achievements: Pick<AchievementService, 'follow'>
  enrollments: Pick<EnrollmentService, 'judgeDays' | 'follow'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
  clock: () => Date
  /** What the body weighed in a workout, where it is known from elsewhere and nothing was measured here. */
  bodyWeightTold?: (workoutId: string) => Load | null
}

export type WorkoutKind = KindService<WorkoutContent, WorkoutDerived>
export type WorkoutRecordChange = RecordChange<WorkoutContent, WorkoutDerived>

/** What is told of a workout's changes, and to whom. */
export const topicOf = (workoutId: string) => `workout:${workoutId}`

/** What workouts add to the way in which everything owned is written. */
export function workoutKind(dependencies: WorkoutKindDependencies): WorkoutKind {
  const { owned, exercises, records, analytics, achievements, enrollments } = dependencies
  const { database, events, clock, bodyWeightTold } = dependencies

  return owned.kind<WorkoutContent, WorkoutDerived>({
    type: 'WORKOUT',
    isActive: ({ endedAt }) => endedAt === null,

    async judge(userId, saves) {
      const known = await exercises.known(userId, named(saves))
      const programDays = saves.flatMap(({ content }) => content.programDay ?? [])
      const judgeDay = await enrollments.judgeDays(userId, programDays)
      const now = clock()
      return (save, { before }) => {
        demandTimely(save, now)
        demandKnown(save, known)
        const { programDay } = save.content
        // Programs change: what was a day once stays one.
        if (programDay && !isDeepStrictEqual(programDay, before?.content?.programDay))
          judgeDay(programDay, `${save.path}.programDay`)
      }
    },

    async follow(userId, changes, head): Promise<Consequences> {
      const rows = changes.flatMap(({ before, after }) => [before, after])
      const known = await exercises.known(userId, named(rows))
      const saved = changes.flatMap(({ after }) => after?.content ?? [])
      const bodyWeightOf = await settledWeights(userId, saved, head, dependencies)
      const weightOf = ({ id, after }: WorkoutRecordChange) =>
        after?.content ? bodyWeightOf(after.content, bodyWeightTold?.(id)) : null
      const seen = changes.map(change => digestOf(change, weightOf(change), known))
      const digests = seen.map(({ performed }) => performed)
      const trained = seen.map(({ trained }) => trained)
      const { trainingYears } = await analytics.follow(userId, trained, head)
      const { previous, kept, exercises: uses, improvements } = await records.follow(userId, digests, head)
      const { moved, finished } = await enrollments.follow(userId, digests, head)
      const achieved = seen.map(({ achieved }) => achieved)
      const happened = { records: improvements, exercises: uses, finished }
      const reached = achievements.follow(userId, achieved, happened, head)
      const derived = [
        ...changes.flatMap(
          change => patchOf(change, weightOf(change), previous.get(change.id), kept.get(change.id)) ?? [],
        ),
        ...neighbourPatches(changes, previous),
      ]
      const ids = new Set([...changes, ...derived].map(({ id }) => id))
      database.afterCommit(() => {
        for (const id of ids) events.publish(topicOf(id), '')
      })
      return { derived: [...derived, ...moved], exercises: uses, trainingYears, ...reached }
    },
  })
}

const named = (rows: readonly ({ content: WorkoutContent | null } | null)[]) =>
  rows.flatMap(row => row?.content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])

type Pointers = Record<string, string | null>

/** What is derived for a workout that was saved. */
function patchOf(
  { id, before, after }: WorkoutRecordChange,
  bodyWeight: Load | null,
  told: Pointers = {},
  kept = '[]',
): DerivedPatch | null {
  if (!after?.content) return null
  // What is not told anew is as it was told before.
  const known = { ...before?.derived?.previous, ...told }
  const previous = Object.fromEntries(
    named([after]).map(exerciseId => [exerciseId, known[exerciseId] ?? null]),
  )
  const set: WorkoutDerived = { bodyWeight, performed: performedExercises(after.content), previous, kept }
  return { id, type: 'WORKOUT', set: { ...set } }
}

/** Workouts that have another one before them now. */
function neighbourPatches(
  changes: readonly WorkoutRecordChange[],
  previous: ReadonlyMap<string, Pointers>,
): DerivedPatch[] {
  const changed = new Set(changes.map(({ id }) => id))
  const others = [...previous].filter(([id]) => !changed.has(id))
  return others.map(([id, pointers]) => {
    const parts = Object.entries(pointers).map(([exerciseId, other]) => [`previous.${exerciseId}`, other])
    return { id, type: 'WORKOUT', set: Object.fromEntries(parts) as Record<string, unknown> }
  })
}
