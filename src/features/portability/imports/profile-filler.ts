import { AppError } from '../../../errors.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { OwnProfile } from './parsing/export-data.js'

/**
 * Sets the profile fields that totals and streaks depend on, training frequency and body weight, unless the user has
 * already set them.
 */
export function profileFiller({ profile }: { profile: Pick<ProfileService, 'get' | 'update'> }) {
  return async (userId: string, { frequency, weight, weightUnit }: OwnProfile): Promise<void> => {
    const existing = (await profile.get(userId)).profile
    const changes = {
      ...(existing.frequency === null && frequency !== null && { frequency }),
      ...(existing.weight === null && weight !== null && weightUnit !== null && { weight, weightUnit }),
    }
    if (Object.keys(changes).length === 0) return
    try {
      await profile.update(userId, { profile: changes })
    } catch (error) {
      // Ignore an invalid profile: the workouts of the file may still be valid.
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
    }
  }
}
