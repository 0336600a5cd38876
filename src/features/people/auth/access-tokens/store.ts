import { ObjectId } from 'mongodb'
import type { TokenScope } from '../../../../lib/token-scopes.js'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { PersonalAccessToken } from './models.js'

interface AccessTokenDocument extends Entity {
  tokenHash: string
  userId: ObjectId
  name: string
  scopes: TokenScope[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

interface NewAccessToken extends Omit<PersonalAccessToken, 'id' | 'lastUsedAt'> {
  tokenHash: string
}

/** Stores personal access tokens as hashes. */
export function accessTokenStore(database: Database) {
  const tokens = database.collection<AccessTokenDocument>('personalAccessTokens', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { userId: 1, _id: -1 } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ])

  return {
    async create({ userId, ...token }: NewAccessToken): Promise<PersonalAccessToken> {
      const document = { _id: new ObjectId(), userId: new ObjectId(userId), ...token, lastUsedAt: null }
      await tokens.insertOne(document)
      return toToken(document)
    },

    /** @returns null for an unknown token */
    async findByHash(tokenHash: string): Promise<PersonalAccessToken | null> {
      const found = await tokens.findOne({ tokenHash })
      return found && toToken(found)
    },

    async find(id: string, userId: string): Promise<PersonalAccessToken | null> {
      const found = await tokens.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toToken(found) : null
    },

    async recordUse(id: string, now: Date): Promise<void> {
      await tokens.updateOne({ _id: new ObjectId(id) }, { $set: { lastUsedAt: now } })
    },

    /** Lists the tokens that have not expired, the newest first. */
    async list(userId: string, now: Date, limit: number): Promise<PersonalAccessToken[]> {
      const filter = { userId: new ObjectId(userId), expiresAt: { $gt: now } }
      return (await tokens.find(filter, { sort: { _id: -1 }, limit })).map(toToken)
    },

    /** Yields the tokens of a user for the data export. */
    async *exportTokens(userId: string): AsyncGenerator<object> {
      const found = await tokens.find({ userId: new ObjectId(userId) }, { sort: { _id: 1 } })
      for (const { _id, tokenHash: _, userId: _owner, ...token } of found)
        yield { id: _id.toHexString(), ...token }
    },

    /** @returns the token; null if the user has no such token */
    async delete(id: string, userId: string): Promise<PersonalAccessToken | null> {
      const deleted = await tokens.findOneAndDelete({
        _id: new ObjectId(id),
        userId: new ObjectId(userId),
      })
      return deleted && toToken(deleted)
    },

    async deleteAll(userId: string): Promise<void> {
      await tokens.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type AccessTokenStore = ReturnType<typeof accessTokenStore>

const toToken = ({ _id, userId, tokenHash: _, ...token }: AccessTokenDocument): PersonalAccessToken => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  ...token,
})
