import type { StoredRecord } from '../../owned/models.js'
import { ownedRecord } from '../../owned/record.js'
import type { ProfileChanges, User } from './models.js'
import type { ProfileService } from './service.js'

export const profileRecord = (profile: ProfileService) =>
  ownedRecord({
    type: 'PROFILE',
    typename: 'User',
    payload: null,
    present: async userId => [await profile.get(userId)],
    operations: {
      updateProfile: {
        async apply(userId: string, changes: ProfileChanges, path: string) {
          const { user, ...outcome } = await profile.update(userId, changes, path)
          return { ...outcome, row: toRow(user), deletedAt: null, error: null }
        },
      },
    },
  })

/** The content is stored in the document of the account. */
const toRow = ({ id, version, createdAt, updatedAt }: User): StoredRecord => ({
  id,
  version,
  createdAt,
  updatedAt,
  deletedAt: null,
  content: null,
  derived: null,
})
