import { isDeepStrictEqual } from 'node:util'
import type { ExerciseSettings } from '../../training/exercise-settings/models.js'
import type { Gym, GymEquipment } from '../../training/gyms/models.js'
import type { GymService } from '../../training/gyms/service.js'
import type { ConditionPeriod, EnrollmentContent, EnrollmentDerived } from './models.js'
import type { LoadingConditions } from './progression/weights.js'
import { unitOf } from './status.js'

/** Each day that is saved replays all periods. After so many, a change replaces the last one. */
const maxPeriods = 20

interface Dependencies {
  gyms: Pick<GymService, 'find'>
  clock: () => Date
}

/** Follows the conditions that determine which loads an enrollment can prescribe. */
export const loadingConditions =
  ({ gyms, clock }: Dependencies) =>
  /**
   * Returns the periods of an enrollment up to now. They are the same array if nothing changed.
   * @param known the periods so far, none for a new enrollment, and the start of the last counted workout
   * @param settings the user's settings for the exercises of the program
   */
  async (
    userId: string,
    content: EnrollmentContent,
    { periods, lastStartedAt }: Pick<EnrollmentDerived, 'periods' | 'lastStartedAt'>,
    settings: readonly ExerciseSettings[],
  ): Promise<ConditionPeriod[]> => {
    const gym = content.gymId === null ? null : await gyms.find(userId, content.gymId)
    const last = periods.at(-1)
    const current: LoadingConditions = {
      unit: unitOf(content),
      // An enrollment outlives its gym.
      equipment: gym ? equipmentOf(gym) : (last?.equipment ?? null),
      increments: settings
        .flatMap(({ exerciseId, increment }) => (increment ? [{ exerciseId, increment }] : []))
        .sort((left, right) => (left.exerciseId < right.exerciseId ? -1 : 1)),
    }
    if (!last) return [{ since: null, ...current }]
    const { since, ...before } = last
    if (isDeepStrictEqual(before, current)) return periods
    const changedAt = changeTime(before, current, { gym, settings, lastStartedAt, now: clock() })
    const period = { since: since && since > changedAt ? since : changedAt, ...current }
    return [...periods.slice(0, maxPeriods - 1), period]
  }

interface Sources {
  gym: Gym | null
  settings: readonly ExerciseSettings[]
  lastStartedAt: Date | null
  now: Date
}

/** Returns the time after which workouts have the changed conditions. */
function changeTime(
  before: LoadingConditions,
  after: LoadingConditions,
  { gym, settings, lastStartedAt, now }: Sources,
): Date {
  // A unit applies from the next day on, even if a device's clock dated the last one in the future.
  if (after.unit !== before.unit) return lastStartedAt && lastStartedAt > now ? lastStartedAt : now
  if (gym && !isDeepStrictEqual(after.equipment, before.equipment)) return gym.updatedAt
  const kept = new Set(settings.map(({ exerciseId }) => exerciseId))
  // Settings that were deleted have no time.
  if (before.increments.some(({ exerciseId }) => !kept.has(exerciseId))) return now
  return new Date(Math.max(...settings.map(({ updatedAt }) => updatedAt.getTime())))
}

function equipmentOf({ bars, plates, dumbbells, steps }: Gym): GymEquipment {
  return { bars, plates, dumbbells, steps }
}

export type LoadingConditionsReader = ReturnType<typeof loadingConditions>
