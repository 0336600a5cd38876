import { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Database, type Entity } from '../../platform/database/database.js'
import { foldCase } from '../../lib/text.js'
import { blankProfile, type Account, type NewAccount, type ProfileImage, type User } from './models.js'

interface UserDocument extends Omit<User, 'id'>, Entity {
  emailKey: string
  usernameKey: string
  passwordHash: string
  tokensValidFrom: number
  /** Counts the photos that were ever made active. */
  photoSequence: number
  /** An account that nobody confirmed vanishes then. */
  unverifiedUntil?: Date
}

/** What `update` may set. */
export type UserFields = Partial<
  Pick<User, 'username' | 'firstName' | 'lastName' | 'country' | 'city' | 'bio' | 'profile'>
>

export function userStore(database: Database) {
  const users = database.collection<UserDocument>('users', [
    { key: { emailKey: 1 }, unique: true },
    { key: { usernameKey: 1 }, unique: true },
    { key: { unverifiedUntil: 1 }, expireAfterSeconds: 0 },
  ])

  /**
   * Makes the change and refuses every token issued so far. Where they were revoked in this second before, a login
   * since then has tokens of the next one: so the bound moves on each time.
   */
  async function revoke(
    id: string,
    from: number,
    change: { $set?: Partial<UserDocument>; $unset?: { unverifiedUntil: true } },
  ): Promise<UserDocument | null> {
    const _id = new ObjectId(id)
    const raised = { ...change, $set: { ...change.$set, tokensValidFrom: from } }
    return (
      (await users.findOneAndUpdate({ _id, tokensValidFrom: { $lt: from } }, raised)) ??
      users.findOneAndUpdate({ _id }, { ...change, $inc: { tokensValidFrom: 1 } })
    )
  }

  return {
    async findById(id: string): Promise<Account | null> {
      return toAccount(await users.findById(new ObjectId(id)))
    },

    async findByEmail(email: string): Promise<Account | null> {
      return toAccount(await users.findOne({ emailKey: foldCase(email) }))
    },

    async isUsernameTaken(username: string): Promise<boolean> {
      return (await users.findOne({ usernameKey: foldCase(username) })) !== null
    },

    /** @returns the field that another account has already, or the new user */
    async insert(
      account: NewAccount,
      now: Date,
      unverifiedUntil: Date,
    ): Promise<User | 'email' | 'username'> {
      const document: UserDocument = {
        _id: new ObjectId(),
        ...account,
        emailKey: foldCase(account.email),
        usernameKey: foldCase(account.username),
        profileImage: null,
        photoSequence: 0,
        country: null,
        city: null,
        bio: null,
        achievements: [],
        workoutsCompleted: 0,
        improvements: [],
        enabled: true,
        createdAt: now,
        lastLogin: null,
        tokensValidFrom: 0,
        profile: blankProfile(now),
        ...(account.verified ? {} : { unverifiedUntil }),
      }
      try {
        await users.insertOne(document)
        return toUser(document)
      } catch (error) {
        if (error instanceof DuplicateKeyError)
          return error.fields.includes('emailKey') ? 'email' : 'username'
        throw error
      }
    },

    /**
     * Changes a profile only while it is as it was read: it is written as a whole.
     * @returns the user after the change, null if there is none as it was, or 'username' if another account has it
     */
    async update(before: User, fields: UserFields): Promise<User | null | 'username'> {
      const _id = new ObjectId(before.id)
      const key = fields.username === undefined ? {} : { usernameKey: foldCase(fields.username) }
      try {
        return toUserOrNull(
          await users.findOneAndUpdate(fields.profile ? { _id, profile: before.profile } : { _id }, {
            $set: { ...fields, ...key },
          }),
        )
      } catch (error) {
        if (error instanceof DuplicateKeyError) return 'username'
        throw error
      }
    },

    /** Only while the account is as it was when its password was checked. */
    async recordLogin(account: Account, passwordHash: string, now: Date): Promise<Account | null> {
      return toAccount(
        await users.findOneAndUpdate(
          {
            _id: new ObjectId(account.user.id),
            passwordHash: account.passwordHash,
            enabled: true,
            verified: true,
          },
          { $set: { lastLogin: now, passwordHash } },
        ),
      )
    },

    async verify(id: string): Promise<User | null> {
      const update = { $set: { verified: true }, $unset: { unverifiedUntil: true } } as const
      return toUserOrNull(await users.findOneAndUpdate({ _id: new ObjectId(id) }, update))
    },

    async setPassword(id: string, passwordHash: string, tokensValidFrom: number): Promise<boolean> {
      const change = { $set: { passwordHash, verified: true }, $unset: { unverifiedUntil: true } } as const
      return (await revoke(id, tokensValidFrom, change)) !== null
    },

    async enable(id: string): Promise<User | null> {
      const update = { $set: { enabled: true } }
      return toUserOrNull(await users.findOneAndUpdate({ _id: new ObjectId(id) }, update))
    },

    async disable(id: string, tokensValidFrom: number): Promise<User | null> {
      return toUserOrNull(await revoke(id, tokensValidFrom, { $set: { enabled: false } }))
    },

    async revokeTokens(id: string, tokensValidFrom: number): Promise<void> {
      await revoke(id, tokensValidFrom, {})
    },

    /** The place of the next photo that becomes active; null if there is no such user. */
    async nextPhotoSequence(id: string): Promise<number | null> {
      const user = await users.findOneAndUpdate({ _id: new ObjectId(id) }, { $inc: { photoSequence: 1 } })
      return user?.photoSequence ?? null
    },

    /** A later image never gives way to an earlier one, in whatever order the two arrive. */
    async setProfileImage(id: string, profileImage: ProfileImage): Promise<void> {
      await users.updateOne(
        {
          _id: new ObjectId(id),
          $or: [{ profileImage: null }, { 'profileImage.sequence': { $lt: profileImage.sequence } }],
        },
        { $set: { profileImage } },
      )
    },

    /** Only while the image is still that one. */
    async replaceProfileImage(id: string, fileKey: string, profileImage: ProfileImage | null): Promise<void> {
      await users.updateOne(
        { _id: new ObjectId(id), 'profileImage.fileKey': fileKey },
        { $set: { profileImage } },
      )
    },
  }
}

export type UserStore = ReturnType<typeof userStore>

const toUserOrNull = (document: UserDocument | null) => document && toUser(document)

function toAccount(document: UserDocument | null): Account | null {
  if (!document) return null
  const { passwordHash, tokensValidFrom } = document
  return { user: toUser(document), passwordHash, tokensValidFrom }
}

function toUser(document: UserDocument): User {
  const {
    _id,
    emailKey,
    usernameKey,
    passwordHash,
    tokensValidFrom,
    photoSequence,
    unverifiedUntil,
    ...user
  } = document
  return { id: _id.toHexString(), ...user }
}
