import { AppError } from '../../../errors.js'
import { trainingFields } from '../../people/profile/fields.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { ExportedProfile } from './parsing/export-schemas.js'

/** Sets the training fields of the profile that the user has not set yet. */
export function profileFiller({ profile }: { profile: Pick<ProfileService, 'get' | 'update'> }) {
  return async (userId: string, imported: ExportedProfile): Promise<void> => {
    const changes = trainingFields.fillEmpty((await profile.get(userId)).profile, imported)
    try {
      await profile.update(userId, { profile: changes })
    } catch (error) {
      // Ignore an invalid profile: the workouts of the file may still be valid.
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
    }
  }
}
