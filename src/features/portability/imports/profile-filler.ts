import { AppError } from '../../../errors.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { OwnProfile } from './parsing/export-data.js'

/**
 * Fills in what totals and streaks follow from, beside the workouts: how often somebody wants to train, and the weight
 * of the body. What the profile says already stays.
 */
export function profileFiller({ profile }: { profile: Pick<ProfileService, 'get' | 'update'> }) {
  return async (userId: string, { frequency, weight, weightUnit }: OwnProfile): Promise<void> => {
    const known = (await profile.get(userId)).profile
    const changes = {
      ...(known.frequency === null && frequency !== null && { frequency }),
      ...(known.weight === null && weight !== null && weightUnit !== null && { weight, weightUnit }),
    }
    if (Object.keys(changes).length === 0) return
    try {
      await profile.update(userId, { profile: changes })
    } catch (error) {
      // What cannot be is nothing to fill in; the workouts may be well.
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
    }
  }
}
