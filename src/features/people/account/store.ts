import { ObjectId } from 'mongodb'
import { foldCase } from '../../../lib/text.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { Role } from '../../../viewer.js'
import type { Account, AccountFilter, Credentials, NewAccount } from './models.js'

/** The part of a user's document that this store knows. */
interface AccountDocument extends Omit<Account, 'id' | 'locale' | 'deletesAt'>, Entity {
  /** Missing in one that stays. */
  deletesAt?: Date
  locale?: Account['locale']
  emailKey: string
  usernameKey: string
  passwordHash: string
  firstName: string | null
  lastName: string | null
  /** An account that nobody confirmed vanishes then. */
  unverifiedUntil?: Date
}

type Change = {
  $set?: Partial<AccountDocument>
  $unset?: Partial<Record<'unverifiedUntil' | 'deletesAt', true>>
}

/** What all meet at who change how many administrators there are. */
interface AdministratorsDocument extends Entity {
  changes: number
}

const administratorsId = new ObjectId('000000000000000000000001')

const newestFirst: PageOrder = { field: '_id', type: 'objectId', direction: -1 }

const verified = { $set: { verified: true }, $unset: { unverifiedUntil: true } } as const

export function accountStore(database: Database) {
  const users = database.collection<AccountDocument>('users', [
    { key: { emailKey: 1 }, unique: true },
    { key: { usernameKey: 1 }, unique: true },
    { key: { unverifiedUntil: 1 }, expireAfterSeconds: 0 },
    { key: { passwordHash: 1 } },
    { key: { role: 1, _id: -1 } },
    { key: { enabled: 1, _id: -1 } },
    { key: { verified: 1, _id: -1 } },
    { key: { deletesAt: 1 }, partialFilterExpression: { deletesAt: { $type: 'date' } } },
  ])
  const administrators = database.collection<AdministratorsDocument>('administrators')

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
    async findCostliestHash(): Promise<string | null> {
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

    /** From now on it is to be deleted then. */
    scheduleDeletion: (id: string, deletesAt: Date): Promise<Credentials | null> =>
      change(id, { $set: { deletesAt } }),

    /** Null unless it was to be deleted later than now. */
    async cancelDeletion(id: string, now: Date): Promise<Credentials | null> {
      const leaving = { _id: new ObjectId(id), deletesAt: { $gt: now } }
      return toCredentials(await users.findOneAndUpdate(leaving, { $unset: { deletesAt: true } }))
    },

    /** Those that are to be deleted by now, the ids in their order behind one of them. */
    async findDueForDeletion(now: Date, limit: number, after: string | null): Promise<string[]> {
      const rest = after === null ? {} : { _id: { $gt: new ObjectId(after) } }
      const due = { deletesAt: { $type: 'date' as const, $lte: now } }
      return (await users.find({ ...due, ...rest }, { sort: { _id: 1 }, limit })).map(({ _id }) =>
        _id.toHexString(),
      )
    },

    async delete(id: string): Promise<void> {
      await users.deleteOne({ _id: new ObjectId(id) })
    },

    /** Whether somebody else administers: in a transaction, since all who ask so meet here. */
    async hasOtherAdministrator(id: string): Promise<boolean> {
      await administrators.updateOne({ _id: administratorsId }, { $inc: { changes: 1 } }, { upsert: true })
      const able = { role: 'ADMIN' as const, enabled: true, verified: true, deletesAt: { $exists: false } }
      return (await users.countDocuments({ ...able, _id: { $ne: new ObjectId(id) } })) > 0
    },

    /** The newest first. */
    async page(filter: AccountFilter, wanted: PageArguments): Promise<Page<Account, null>> {
      const list = { filter: { ...filter }, order: newestFirst, totalCount: null }
      return mapNodes(await findPage(users, list, wanted), toAccount)
    },

    /** Those whose username or address begins so, in the order of their usernames. */
    async findByPrefix(text: string, filter: AccountFilter, limit: number): Promise<Account[]> {
      const key = foldCase(text)
      // Nothing sorts behind the last character there is.
      const range = { $gte: key, $lt: `${key}\u{10ffff}` }
      const found = await Promise.all([
        users.find({ ...filter, usernameKey: range }, { sort: { usernameKey: 1 }, limit }),
        users.find({ ...filter, emailKey: range }, { sort: { emailKey: 1 }, limit }),
      ])
      const byId = new Map(found.flat().map(user => [user._id.toHexString(), user]))
      return [...byId.values()]
        .sort((a, b) => (a.usernameKey < b.usernameKey ? -1 : 1))
        .slice(0, limit)
        .map(toAccount)
    },

    setRole: (id: string, role: Role): Promise<Credentials | null> => change(id, { $set: { role } }),

    setEmail: (id: string, email: string): Promise<Credentials | null> =>
      change(id, { $set: { email, emailKey: foldCase(email) } }),

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

const toCredentials = (document: AccountDocument | null): Credentials | null =>
  document && { account: toAccount(document), passwordHash: document.passwordHash }

function toAccount(document: AccountDocument): Account {
  const { _id, email, username, role, enabled, createdAt, lastLogin } = document
  return {
    ...{ id: _id.toHexString(), email, username, role, enabled, verified: document.verified },
    ...{ createdAt, lastLogin, locale: document.locale ?? null, deletesAt: document.deletesAt ?? null },
  }
}
