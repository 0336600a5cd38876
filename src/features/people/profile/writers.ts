import type { Row, Writer } from '../../owned/models.js'
import type { ProfileChanges, User } from './models.js'
import type { ProfileService } from './service.js'

/** What a sync may do to the profile. */
export const profileWriters = (profile: ProfileService) => ({
  updateProfile: {
    type: 'PROFILE',
    async apply(userId, changes, path) {
      const { user, ...outcome } = await profile.update(userId, changes, path)
      return { ...outcome, row: rowOf(user), deletedAt: null, error: null }
    },
  } satisfies Writer<ProfileChanges>,
})

/** Its content is the account's document. */
const rowOf = ({ id, version, createdAt, updatedAt }: User): Row => ({
  ...{ id, version, createdAt, updatedAt },
  ...{ deletedAt: null, content: null, derived: null },
})
