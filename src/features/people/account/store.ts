import { ObjectId } from 'mongodb'
import { foldCase } from '../../../lib/text.js'
import type { Database, Entity } from '../../../platform/database/database.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import { findPage, type PageOrder } from '../../../platform/database/find-page.js'
import type { Role } from '../../../viewer.js'
import type { Account, AccountFilter, Credentials, GuestUpgrade, NewAccount } from './models.js'

/** The fields of a user's document that this store reads and writes. */
interface AccountDocument
  extends Omit<Account, 'id' | 'locale' | 'deletesAt' | 'hasPassword' | 'isGuest'>, Entity {
  /** Missing means false. */
  isGuest?: boolean
  /** The guest that registered this unconfirmed account. */
  guestId?: ObjectId | null
  /** Missing if no deletion is scheduled. */
  deletesAt?: Date
  locale?: Account['locale']
  emailKey: string
  usernameKey: string
  /** Null for an account without a password. */
  passwordHash: string | null
  firstName: string | null
  lastName: string | null
  /** Counts the removals of ways to sign in, so that concurrent ones conflict. Missing before the first. */
  waysInRevision?: number
  /** When an unconfirmed account expires. */
  unverifiedUntil?: Date
}

type Change = {
  $inc?: { waysInRevision: 1 }
  $set?: Partial<AccountDocument>
  $unset?: Partial<Record<'unverifiedUntil' | 'deletesAt' | 'isGuest', true>>
}

/** A document that all transactions write which change the number of administrators, so that they conflict. */
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
  const administrators = database.collection<AdministratorsDocument>('administratorRevisions')

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

    /** Sorts by the hashes, which have the same prefix and then the rounds in two digits. */
    async findCostliestHash(): Promise<string | null> {
      return (await users.findOne({}, { sort: { passwordHash: -1 } }))?.passwordHash ?? null
    },

    /** Deletes expired unconfirmed accounts that the TTL index has not removed yet. */
    async deleteExpired(email: string, username: string, now: Date): Promise<void> {
      const same = [{ emailKey: foldCase(email) }, { usernameKey: foldCase(username) }]
      await users.deleteMany({ $or: same, unverifiedUntil: { $lte: now } })
    },

    /** @param unverifiedUntil null for an account that does not expire */
    async insert(
      id: string,
      account: NewAccount,
      now: Date,
      unverifiedUntil: Date | null,
      { isGuest = false }: { isGuest?: boolean } = {},
    ): Promise<void> {
      await users.insertOne({
        _id: new ObjectId(id),
        ...newFields(account, now),
        enabled: true,
        lastLogin: null,
        ...(isGuest && { isGuest }),
        ...(unverifiedUntil && { unverifiedUntil }),
      })
    },

    /** Replaces an unconfirmed account. The account stays disabled if it was. */
    async replace(id: string, account: NewAccount, now: Date, unverifiedUntil: Date | null): Promise<void> {
      const pending = { _id: new ObjectId(id), verified: false }
      await users.updateOne(pending, {
        $set: { ...newFields(account, now), ...(unverifiedUntil && { unverifiedUntil }) },
        ...(account.verified && { $unset: verified.$unset }),
      })
    },

    rename: (id: string, username: string): Promise<Credentials | null> =>
      change(id, { $set: { username, usernameKey: foldCase(username) } }),

    /** @returns false if the account has changed since its password was checked */
    async renewPasswordHash({ account, passwordHash }: Credentials, newHash: string): Promise<boolean> {
      const unchanged = { _id: new ObjectId(account.id), passwordHash, enabled: true, verified: true }
      const renewed = await users.updateOne(unchanged, { $set: { passwordHash: newHash } })
      return renewed.matchedCount === 1
    },

    recordSignIn: (id: string, now: Date): Promise<Credentials | null> =>
      change(id, { $set: { lastLogin: now } }),

    scheduleDeletion: (id: string, deletesAt: Date): Promise<Credentials | null> =>
      change(id, { $set: { deletesAt } }),

    /** @returns null unless a deletion is scheduled and not due yet */
    async cancelDeletion(id: string, now: Date): Promise<Credentials | null> {
      const scheduled = { _id: new ObjectId(id), deletesAt: { $gt: now } }
      return toCredentials(await users.findOneAndUpdate(scheduled, { $unset: { deletesAt: true } }))
    },

    /** Returns the ids of accounts that are due for deletion, in order, after the given id. */
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

    /**
     * Returns whether another active administrator exists. Writes a shared document, so that concurrent transactions
     * conflict.
     */
    async hasOtherAdministrator(id: string): Promise<boolean> {
      await administrators.updateOne({ _id: administratorsId }, { $inc: { changes: 1 } }, { upsert: true })
      const active = { role: 'ADMIN' as const, enabled: true, verified: true, deletesAt: { $exists: false } }
      return (await users.countDocuments({ ...active, _id: { $ne: new ObjectId(id) } })) > 0
    },

    /** The newest first. */
    async page(filter: AccountFilter, pageArguments: PageArguments): Promise<Page<Account, null>> {
      const list = { filter: { ...filter }, order: newestFirst, totalCount: null }
      return mapNodes(await findPage(users, list, pageArguments), toAccount)
    },

    /** Finds accounts whose username or address starts with the text, ordered by username. */
    async findByPrefix(text: string, filter: AccountFilter, limit: number): Promise<Account[]> {
      const key = foldCase(text)
      // No character sorts after U+10FFFF.
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

    /** Finds the guest that registered an unconfirmed account; null without one. */
    async findRegisteringGuest(id: string): Promise<string | null> {
      const found = await users.findById(new ObjectId(id))
      return found?.verified === false ? (found.guestId?.toHexString() ?? null) : null
    },

    /** Finds what a registration has chosen. */
    async findRegistration(id: string): Promise<GuestUpgrade | null> {
      const found = await users.findById(new ObjectId(id))
      if (!found) return null
      const { email, username, firstName, lastName, passwordHash } = found
      return { email, registration: { username, firstName, lastName, passwordHash } }
    },

    /** @returns null if the account is no guest */
    async upgradeGuest(id: string, { email, registration }: GuestUpgrade): Promise<Credentials | null> {
      const changes = {
        ...(email !== undefined && { email, emailKey: foldCase(email), verified: true }),
        ...(registration && { ...registration, usernameKey: foldCase(registration.username) }),
      }
      const guest = { _id: new ObjectId(id), isGuest: true }
      const update = {
        $unset: { isGuest: true },
        ...(Object.keys(changes).length > 0 && { $set: changes }),
      } as const
      return toCredentials(await users.findOneAndUpdate(guest, update))
    },

    recordWaysInChange: (id: string): Promise<Credentials | null> =>
      change(id, { $inc: { waysInRevision: 1 } }),

    setRole: (id: string, role: Role): Promise<Credentials | null> => change(id, { $set: { role } }),

    /** Also confirms the address, which an account of an identity may not have had. */
    setEmail: (id: string, email: string): Promise<Credentials | null> =>
      change(id, { ...verified, $set: { ...verified.$set, email, emailKey: foldCase(email) } }),

    verify: (id: string): Promise<Credentials | null> => change(id, verified),

    verifyWithoutPassword: (id: string): Promise<Credentials | null> =>
      change(id, { ...verified, $set: { ...verified.$set, passwordHash: null } }),

    setEnabled: (id: string, enabled: boolean): Promise<Credentials | null> =>
      change(id, { $set: { enabled } }),

    setPassword: (id: string, passwordHash: string): Promise<Credentials | null> =>
      change(id, { ...verified, $set: { ...verified.$set, passwordHash } }),
  }
}

export type AccountStore = ReturnType<typeof accountStore>

const newFields = ({ guestId, ...account }: NewAccount, createdAt: Date) => ({
  ...account,
  ...(guestId !== undefined && { guestId: guestId === null ? null : new ObjectId(guestId) }),
  emailKey: foldCase(account.email),
  usernameKey: foldCase(account.username),
  createdAt,
})

const toCredentials = (document: AccountDocument | null): Credentials | null =>
  document && { account: toAccount(document), passwordHash: document.passwordHash }

function toAccount(document: AccountDocument): Account {
  const { _id, email, username, role, enabled, createdAt, lastLogin } = document
  return {
    id: _id.toHexString(),
    email,
    username,
    role,
    enabled,
    verified: document.verified,
    hasPassword: document.passwordHash !== null,
    isGuest: document.isGuest ?? false,
    createdAt,
    lastLogin,
    locale: document.locale ?? null,
    deletesAt: document.deletesAt ?? null,
  }
}
