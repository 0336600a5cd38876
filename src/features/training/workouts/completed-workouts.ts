import type { Head } from '../../owned/models.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { VersionChange, WorkoutListener } from './listeners.js'

type IsCompleted = boolean

/** Keeps the number of completed workouts in the user's document, which every screen reads. */
export function completedWorkoutsListener(
  profile: Pick<ProfileService, 'setWorkoutsCompleted'>,
): WorkoutListener<IsCompleted> {
  const store = async (userId: string, head: Head) => {
    await profile.setWorkoutsCompleted(userId, completedWorkouts(head))
    return { outcome: null }
  }

  return {
    digest: ({ content }) => content.endedAt !== null,
    apply: async (userId, changes, { head }) =>
      completedDelta(changes) === 0 ? { outcome: null } : store(userId, head),
    async rebuild(userId) {
      return { write: ({ head }) => store(userId, head) }
    },
  }
}

const completedDelta = (changes: readonly VersionChange<IsCompleted>[]): number =>
  changes.reduce((sum, { before, after }) => sum + Number(after ?? false) - Number(before ?? false), 0)

/** The active workout is the only one that is not completed. */
const completedWorkouts = ({ counts, active }: Head): number =>
  (counts.WORKOUT ?? 0) - (active.WORKOUT === undefined ? 0 : 1)
