import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { ProviderAccess } from './models.js'

interface RevocationDocument extends Entity, ProviderAccess {
  dueAt: Date
  /** When the attempts end. */
  expiresAt: Date
}

export interface Revocation extends ProviderAccess {
  id: string
}

/** Stores the refresh tokens that wait to be revoked. They belong to no user any more. */
export function revocationStore(database: Database) {
  const revocations = database.collection<RevocationDocument>('identityRevocations', [
    { key: { dueAt: 1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    /** Repeated calls with the same identity have no effect. */
    async add(identityId: string, access: ProviderAccess, dueAt: Date, expiresAt: Date): Promise<void> {
      const { provider, clientId, sealedRefreshToken } = access
      await revocations.updateOne(
        { _id: new ObjectId(identityId) },
        { $setOnInsert: { provider, clientId, sealedRefreshToken, dueAt, expiresAt } },
        { upsert: true },
      )
    },

    /** Reserves a revocation that is due until the given time. @returns null if none is due */
    async claim(now: Date, until: Date): Promise<Revocation | null> {
      const due = { dueAt: { $lte: now }, expiresAt: { $gt: now } }
      const claimed = await revocations.findOneAndUpdate(due, { $set: { dueAt: until } })
      if (!claimed) return null
      const { _id, provider, clientId, sealedRefreshToken } = claimed
      return { id: _id.toHexString(), provider, clientId, sealedRefreshToken }
    },

    async delete(id: string): Promise<void> {
      await revocations.deleteOne({ _id: new ObjectId(id) })
    },
  }
}

export type RevocationStore = ReturnType<typeof revocationStore>
