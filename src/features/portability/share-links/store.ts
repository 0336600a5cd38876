import { ObjectId } from 'mongodb'
import { days } from '../../../lib/quantities.js'
import { deleteInChunks } from '../../../platform/database/delete-in-chunks.js'
import { DuplicateKeyError, type Database, type Entity } from '../../../platform/database/database.js'
import type { SharedItemKind, ShareLink } from './models.js'

interface LinkDocument extends Entity {
  userId: ObjectId
  tokenHash: string
  /** The hash of the token before the signing key was replaced. Both tokens open the item. */
  previousTokenHash?: string
  kind: SharedItemKind
  subjectId: ObjectId
  createdAt: Date
  expiresAt: Date | null
  /** A revoked link is kept for a while, so that creating it again does not restore it. */
  revokedAt: Date | null
  /** When the document is deleted: some time after the link has expired or was revoked. */
  removeAt?: Date
}

export interface StoredLink extends ShareLink {
  tokenHash: string
  revokedAt: Date | null
}

/** How long expired and revoked links are kept, in milliseconds. */
const retention = 90 * days

export function shareLinkStore(database: Database) {
  const links = database.collection<LinkDocument>('shareLinks', [
    { key: { tokenHash: 1 }, unique: true },
    { key: { previousTokenHash: 1 } },
    { key: { userId: 1, createdAt: -1, _id: -1 } },
    { key: { removeAt: 1 }, expireAfterSeconds: 0 },
  ])
  const activeFilter = (now: Date) => ({
    revokedAt: null,
    $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
  })

  return {
    async find(id: string): Promise<StoredLink | null> {
      const found = await links.findById(new ObjectId(id))
      return found && toLink(found)
    },

    async findByToken(tokenHash: string, now: Date): Promise<StoredLink | null> {
      const isActive = activeFilter(now)
      const found =
        (await links.findOne({ tokenHash, ...isActive })) ??
        (await links.findOne({ previousTokenHash: tokenHash, ...isActive }))
      return found && toLink(found)
    },

    /** The active links of a user, latest first. */
    async list(userId: string, now: Date, limit: number): Promise<StoredLink[]> {
      const filter = { userId: new ObjectId(userId), ...activeFilter(now) }
      return (await links.find(filter, { sort: { createdAt: -1, _id: -1 }, limit })).map(toLink)
    },

    /** The number of links of a user, including expired and revoked ones. */
    count: (userId: string): Promise<number> => links.countDocuments({ userId: new ObjectId(userId) }),

    /** @returns false if the id is taken */
    async insert({ id, ownerId, subject, createdAt, expiresAt, tokenHash }: StoredLink): Promise<boolean> {
      try {
        await links.insertOne({
          _id: new ObjectId(id),
          userId: new ObjectId(ownerId),
          tokenHash,
          kind: subject.kind,
          subjectId: new ObjectId(subject.id),
          createdAt,
          expiresAt,
          revokedAt: null,
          ...(expiresAt && { removeAt: new Date(expiresAt.getTime() + retention) }),
        })
        return true
      } catch (error) {
        if (error instanceof DuplicateKeyError) return false
        throw error
      }
    },

    /** Adds a token to a link. The token that it has now stays valid, earlier ones do not. */
    async addToken(
      { id, ownerId, tokenHash: previousTokenHash }: StoredLink,
      tokenHash: string,
    ): Promise<void> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(ownerId), tokenHash: previousTokenHash }
      await links.updateOne(filter, { $set: { tokenHash, previousTokenHash } })
    },

    /** Repeating it changes nothing. @returns false if the user has no such link */
    async revoke(userId: string, id: string, now: Date): Promise<boolean> {
      const filter = { _id: new ObjectId(id), userId: new ObjectId(userId) }
      const removeAt = new Date(now.getTime() + retention)
      const change = { $set: { revokedAt: now, removeAt } }
      const { matchedCount } = await links.updateOne({ ...filter, revokedAt: null }, change)
      return matchedCount > 0 || (await links.countDocuments(filter)) > 0
    },

    erase: (userId: string): Promise<void> => deleteInChunks(links, { userId: new ObjectId(userId) }),
  }
}

export type ShareLinkStore = ReturnType<typeof shareLinkStore>

const toLink = (document: LinkDocument): StoredLink => ({
  id: document._id.toHexString(),
  ownerId: document.userId.toHexString(),
  subject: { kind: document.kind, id: document.subjectId.toHexString() },
  createdAt: document.createdAt,
  expiresAt: document.expiresAt,
  revokedAt: document.revokedAt,
  tokenHash: document.tokenHash,
})
