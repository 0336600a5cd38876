import type { Load } from '../../lib/units.js'
import type { Database } from '../../platform/database/database.js'
import type { Events } from '../../platform/events/events.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Consequences, RecordChange } from '../owned/models.js'
import type { KindService, OwnedService } from '../owned/service.js'
import type { ProfileService } from '../profile/service.js'
import type { WorkoutContent, WorkoutDerived } from './models.js'
import { demandKnown, demandTimely } from './rules.js'

export interface WorkoutKindDependencies {
  owned: OwnedService
  exercises: Pick<ExerciseService, 'known'>
  profile: Pick<ProfileService, 'get'>
  database: Pick<Database, 'afterCommit'>
  events: Pick<Events, 'publish'>
  clock: () => Date
}

export type WorkoutKind = KindService<WorkoutContent, WorkoutDerived>
export type WorkoutRecordChange = RecordChange<WorkoutContent, WorkoutDerived>

/** What is told of a workout's changes, and to whom. */
export const topicOf = (workoutId: string) => `workout:${workoutId}`

/** What workouts add to the way in which everything owned is written. */
export function workoutKind(dependencies: WorkoutKindDependencies): WorkoutKind {
  const { owned, exercises, profile, database, events, clock } = dependencies

  /** The body's weight on the days of workouts that are being saved. */
  async function bodyWeights(userId: string): Promise<() => Load | null> {
    const { weight: value, weightUnit: unit } = (await profile.get(userId)).profile
    const weight = value === null || unit === null ? null : { value, unit }
    return () => weight
  }

  return owned.kind<WorkoutContent, WorkoutDerived>({
    type: 'WORKOUT',
    isActive: ({ endedAt }) => endedAt === null,

    async judge(userId, saves) {
      const named = saves.flatMap(({ content }) => content.exercises.map(({ exerciseId }) => exerciseId))
      const known = await exercises.known(userId, named)
      const now = clock()
      return save => {
        demandTimely(save, now)
        demandKnown(save, known)
      }
    },

    async follow(userId, changes): Promise<Consequences> {
      const saved = changes.flatMap(({ id, after }) => (after?.content ? [{ id, ...after.content }] : []))
      const bodyWeightOn = saved.length > 0 ? await bodyWeights(userId) : () => null
      database.afterCommit(() => {
        for (const { id } of changes) events.publish(topicOf(id), '')
      })
      return {
        derived: saved.map(({ id, ...content }) => {
          const set: WorkoutDerived = { bodyWeight: bodyWeightOn(), performed: performed(content) }
          return { id, type: 'WORKOUT', set: { ...set } }
        }),
      }
    },
  })
}

function performed({ endedAt, exercises }: WorkoutContent): string[] {
  if (endedAt === null) return []
  const done = exercises.filter(({ sets }) => sets.some(({ completedAt }) => completedAt !== null))
  return [...new Set(done.map(({ exerciseId }) => exerciseId))]
}
