import { Binary, ObjectId } from 'mongodb'
import type { Database, Entity } from '../../../../platform/database/database.js'
import type { Passkey, StoredPasskey } from './models.js'

interface PasskeyDocument extends Omit<StoredPasskey, 'id' | 'userId' | 'publicKey'>, Entity {
  userId: ObjectId
  publicKey: Binary
}

export function passkeyStore(database: Database) {
  const passkeys = database.collection<PasskeyDocument>('passkeys', [
    { key: { credentialId: 1 }, unique: true },
    { key: { userId: 1, _id: 1 } },
  ])
  const own = (id: string, userId: string) => ({ _id: new ObjectId(id), userId: new ObjectId(userId) })

  return {
    newId: (): string => new ObjectId().toHexString(),

    async find(id: string, userId: string): Promise<Passkey | null> {
      const found = await passkeys.findById(new ObjectId(id))
      return found?.userId.equals(userId) ? toPasskey(found) : null
    },

    async findByCredential(credentialId: string): Promise<StoredPasskey | null> {
      const found = await passkeys.findOne({ credentialId })
      return found && toStored(found)
    },

    /** The oldest first. */
    async list(userId: string, limit: number): Promise<StoredPasskey[]> {
      return (await passkeys.find({ userId: new ObjectId(userId) }, { sort: { _id: 1 }, limit })).map(
        toStored,
      )
    },

    count: (userId: string): Promise<number> => passkeys.countDocuments({ userId: new ObjectId(userId) }),

    /** @throws DuplicateKeyError if the authenticator is registered already */
    async insert({ id, userId, publicKey, ...passkey }: StoredPasskey): Promise<void> {
      await passkeys.insertOne({ ...own(id, userId), ...passkey, publicKey: new Binary(publicKey) })
    },

    /**
     * Records a sign-in. The counter must have grown, unless the authenticator does not count: of concurrent uses of a
     * signature one succeeds.
     */
    async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
      const before = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } }
      const filter = { _id: new ObjectId(id), ...before }
      return (await passkeys.findOneAndUpdate(filter, { $set: { counter, lastUsedAt: now } })) !== null
    },

    /** @returns null if the user has no such passkey */
    async rename(id: string, userId: string, name: string): Promise<Passkey | null> {
      const renamed = await passkeys.findOneAndUpdate(own(id, userId), { $set: { name } })
      return renamed && toPasskey(renamed)
    },

    /** @returns null if the user has no such passkey */
    async delete(id: string, userId: string): Promise<Passkey | null> {
      const deleted = await passkeys.findOneAndDelete(own(id, userId))
      return deleted && toPasskey(deleted)
    },

    async deleteAll(userId: string): Promise<void> {
      await passkeys.deleteMany({ userId: new ObjectId(userId) })
    },
  }
}

export type PasskeyStore = ReturnType<typeof passkeyStore>

const toPasskey = ({ _id, userId, name, createdAt, lastUsedAt }: PasskeyDocument): Passkey => ({
  id: _id.toHexString(),
  userId: userId.toHexString(),
  name,
  createdAt,
  lastUsedAt,
})

function toStored(document: PasskeyDocument): StoredPasskey {
  const { credentialId, publicKey, counter, transports, userHandle } = document
  return {
    ...toPasskey(document),
    credentialId,
    // The verification requires a view of an own buffer.
    publicKey: new Uint8Array(publicKey.value()),
    counter,
    transports,
    userHandle,
  }
}
