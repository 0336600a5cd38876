import { ObjectId } from 'mongodb'
import { foldCase } from '../../lib/text.js'
import type { Database, Entity } from '../../platform/database/database.js'
import type { Account, Credentials, NewAccount } from './models.js'

/** The part of a user's document that this store knows. */
interface AccountDocument extends Omit<Account, 'id' | 'locale'>, Entity {
  locale?: Account['locale']
  emailKey: string
  usernameKey: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  /** An account that nobody confirmed vanishes then. */
  unverifiedUntil?: Date
}

type Change = { $set?: Partial<AccountDocument>; $unset?: { unverifiedUntil: true } }

const verified = { $set: { verified: true }, $unset: { unverifiedUntil: true } } as const

export function accountStore(database: Database) {
  const users = database.collection<AccountDocument>('users', [
    { key: { emailKey: 1 }, unique: true },
    { key: { usernameKey: 1 }, unique: true },
    { key: { unverifiedUntil: 1 }, expireAfterSeconds: 0 },
    { key: { passwordHash: 1 } },
  ])

  async function change(id: string, update: Change): Promise<Credentials | null> {
    return toCredentials(await users.findOneAndUpdate({ _id: new ObjectId(id) }, update))
  }

  return {
    newId: (): string => new ObjectId().toHexString(),

    async findById(id: string): Promise<Credentials | null> {
      return toCredentials(await users.findById(new ObjectId(id)))
    },

    async findByEmail(email: string): Promise<Credentials | null> {
      return toCredentials(await users.findOne({ emailKey: foldCase(email) }))
    },

    async findByUsername(username: string): Promise<Account | null> {
      return toCredentials(await users.findOne({ usernameKey: foldCase(username) }))?.account ?? null
    },

    /** All begin alike, with their rounds in two digits, so that their order is that of their rounds. */
    async costliestHash(): Promise<string | null> {
      return (await users.findOne({}, { sort: { passwordHash: -1 } }))?.passwordHash ?? null
    },

    /** Makes room where an account has lapsed that nobody confirmed, and is still there. */
    async deleteLapsed(email: string, username: string, now: Date): Promise<void> {
      const same = [{ emailKey: foldCase(email) }, { usernameKey: foldCase(username) }]
      await users.deleteMany({ $or: same, unverifiedUntil: { $lte: now } })
    },

    async insert(id: string, account: NewAccount, now: Date, unverifiedUntil: Date): Promise<void> {
      await users.insertOne({
        _id: new ObjectId(id),
        ...fresh(account, now),
        enabled: true,
        lastLogin: null,
        ...(account.verified ? {} : { unverifiedUntil }),
      })
    },

    /** Only one that nobody has confirmed. Whoever stopped it stopped the address. */
    async replace(id: string, account: NewAccount, now: Date, unverifiedUntil: Date): Promise<void> {
      const pending = { _id: new ObjectId(id), verified: false }
      await users.updateOne(pending, {
        $set: { ...fresh(account, now), ...(account.verified ? {} : { unverifiedUntil }) },
        ...(account.verified && { $unset: verified.$unset }),
      })
    },

    rename: (id: string, username: string): Promise<Credentials | null> =>
      change(id, { $set: { username, usernameKey: foldCase(username) } }),

    /** Only while the account is as it was when its password was checked. */
    async recordLogin(
      { account, passwordHash }: Credentials,
      newHash: string,
      now: Date,
    ): Promise<Credentials | null> {
      const asItWas = { _id: new ObjectId(account.id), passwordHash, enabled: true, verified: true }
      return toCredentials(
        await users.findOneAndUpdate(asItWas, { $set: { lastLogin: now, passwordHash: newHash } }),
      )
    },

    promote: (id: string): Promise<Credentials | null> => change(id, { $set: { role: 'ADMIN' } }),

    verify: (id: string): Promise<Credentials | null> => change(id, verified),

    setEnabled: (id: string, enabled: boolean): Promise<Credentials | null> =>
      change(id, { $set: { enabled } }),

    setPassword: (id: string, passwordHash: string): Promise<Credentials | null> =>
      change(id, { ...verified, $set: { ...verified.$set, passwordHash } }),
  }
}

export type AccountStore = ReturnType<typeof accountStore>

const fresh = (account: NewAccount, createdAt: Date) => ({
  ...account,
  emailKey: foldCase(account.email),
  usernameKey: foldCase(account.username),
  createdAt,
})

function toCredentials(document: AccountDocument | null): Credentials | null {
  if (!document) return null
  const { _id, email, username, role, enabled, createdAt, lastLogin } = document
  const account = {
    ...{ id: _id.toHexString(), email, username, role, enabled, verified: document.verified },
    ...{ createdAt, lastLogin, locale: document.locale ?? null },
  }
  return { account, passwordHash: document.passwordHash }
}
