import { ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { Identity, ProviderAccess, Subject } from './models.js'

interface IdentityDocument extends Entity {
  userId: ObjectId
  provider: string
  issuer: string
  subject: string
  providerEmail: string | null
  isPrivateRelay: boolean
  clientId: string
  sealedRefreshToken: string | null
  createdAt: Date
  lastUsedAt: Date
}

interface NewIdentity extends Subject {
  id: string
  userId: string
  now: Date
}

export function identityStore(database: Database) {
  const identities = database.collection<IdentityDocument>('identities', [
    { key: { issuer: 1, subject: 1 }, unique: true },
    { key: { userId: 1, _id: 1 } },
  ])

  return {
    newId: (): string => new ObjectId().toHexString(),

    async find({ issuer, subject }: Pick<Subject, 'issuer' | 'subject'>): Promise<Identity | null> {
      const found = await identities.findOne({ issuer, subject })
      return found && toIdentity(found)
    },

    async findById(id: string, userId: string): Promise<Identity | null> {
      const found = await identities.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toIdentity(found) : null
    },

    /** The oldest first. */
    async list(userId: string, limit: number): Promise<Identity[]> {
      const own = { userId: new ObjectId(userId) }
      return (await identities.find(own, { sort: { _id: 1 }, limit })).map(toIdentity)
    },

    count: (userId: string): Promise<number> => identities.countDocuments({ userId: new ObjectId(userId) }),

    /** @throws DuplicateKeyError if the subject is linked to an account */
    async insert({ id, userId, now, email, ...subject }: NewIdentity): Promise<Identity> {
      const document = {
        _id: new ObjectId(id),
        userId: new ObjectId(userId),
        ...subject,
        providerEmail: email,
        createdAt: now,
        lastUsedAt: now,
      }
      await identities.insertOne(document)
      return toIdentity(document)
    },

    /** Records a sign-in, and what the provider states now. @returns false if the identity is unlinked */
    async recordUse(
      id: string,
      { email, isPrivateRelay, clientId, sealedRefreshToken }: Subject,
      now: Date,
    ): Promise<boolean> {
      const known = {
        lastUsedAt: now,
        ...(email !== null && { providerEmail: email, isPrivateRelay }),
        ...(sealedRefreshToken !== null && { clientId, sealedRefreshToken }),
      }
      const updated = await identities.findOneAndUpdate({ _id: new ObjectId(id) }, { $set: known })
      return updated !== null
    },

    /** @returns null if the user has no such identity */
    async delete(id: string, userId: string): Promise<Identity | null> {
      const own = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      const deleted = await identities.findOneAndDelete(own)
      return deleted && toIdentity(deleted)
    },

    /** Finds what the service can access at the providers on behalf of a user. */
    async findAccess(userId: string): Promise<(ProviderAccess & { id: string })[]> {
      const own = { userId: new ObjectId(userId), sealedRefreshToken: { $type: 'string' as const } }
      return (await identities.find(own)).flatMap(({ _id, provider, clientId, sealedRefreshToken }) =>
        sealedRefreshToken === null
          ? []
          : [{ id: _id.toHexString(), provider, clientId, sealedRefreshToken }],
      )
    },

    async deleteAll(userId: string): Promise<void> {
      await identities.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type IdentityStore = ReturnType<typeof identityStore>

function toIdentity(document: IdentityDocument): Identity {
  const { _id, userId, provider, providerEmail, isPrivateRelay, createdAt, lastUsedAt } = document
  const times = { createdAt, lastUsedAt }
  return {
    id: _id.toHexString(),
    userId: userId.toHexString(),
    provider,
    providerEmail,
    isPrivateRelay,
    ...times,
  }
}
