import { createHmac } from 'node:crypto'
import { AppError, badUserInputAt, conflict, notFound } from '../../../errors.js'
import { sha256 } from '../../../lib/sha256.js'
import { constantTimeEqual } from '../../../lib/signature.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { Database } from '../../../platform/database/database.js'
import type { AccountService } from '../../people/account/service.js'
import { readLink } from './input.js'
import { itemReader, type ItemReaderDependencies } from './item-reader.js'
import type { CreateLinkDraft, SharedItem, ShareLink } from './models.js'
import type { ShareLinkStore, StoredLink } from './store.js'

const maxLinks = 100
/** The maximum number of links of a user, including those that expired or were revoked within the last 90 days. */
const maxStoredLinks = 1000
/** The form of tokens. Other texts are not hashed. */
const tokenPattern = /^[\w-]{32}$/
interface Dependencies extends ItemReaderDependencies {
  links: ShareLinkStore
  account: Pick<AccountService, 'findById'>
  database: Pick<Database, 'transaction'>
  /** The key from which tokens are derived. */
  key: Buffer
  clock: () => Date
}

export function shareLinkService(dependencies: Dependencies) {
  const { links, account, database, key, clock } = dependencies
  const readItem = itemReader(dependencies)

  /** 192 bits, derived from the id, so that the same link always has the same token. */
  const tokenOf = ({ id, ownerId }: Pick<ShareLink, 'id' | 'ownerId'>): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([ownerId, id]))
      .digest('base64url')
      .slice(0, 32)

  /** The link of a token and its item, with an owner who is active. @throws AppError NOT_FOUND */
  async function get(token: string): Promise<SharedItem> {
    const link = tokenPattern.test(token) ? await links.findByToken(sha256(token), clock()) : null
    const owner = link && (await account.findById(link.ownerId))?.account
    const isActive = owner?.enabled === true && owner.deletesAt === null
    const item = link && isActive ? await readItem(link.ownerId, link.subject).catch(nullIfInvalid) : null
    if (!link || !owner || !item) throw notFound('shared item')
    return { link, ownerUsername: owner.username, ...item }
  }

  /** After the key was replaced, a link has another token. Stores it, so that the URL of the link opens the item. */
  async function addCurrentToken(link: StoredLink): Promise<void> {
    const tokenHash = sha256(tokenOf(link))
    if (!constantTimeEqual(link.tokenHash, tokenHash)) await links.addToken(link, tokenHash)
  }

  const hasEnded = ({ revokedAt, expiresAt }: StoredLink) =>
    revokedAt !== null || (expiresAt !== null && expiresAt <= clock())

  return {
    get,
    tokenOf,

    /** The active links, latest first. */
    async list(userId: string): Promise<ShareLink[]> {
      const found = await links.list(userId, clock(), maxLinks)
      await Promise.all(found.map(addCurrentToken))
      return found
    },

    /** @throws AppError NOT_FOUND */
    async find(userId: string, id: string): Promise<ShareLink> {
      const link = await links.find(id)
      if (link?.ownerId !== userId || hasEnded(link)) throw notFound('share link')
      await addCurrentToken(link)
      return link
    },

    /** @throws AppError BAD_USER_INPUT, NOT_FOUND, CONFLICT */
    async create(userId: string, draft: CreateLinkDraft): Promise<ShareLink> {
      const { id, subject, expiresAt } = readLink(draft)
      const now = clock()
      const link = { id, ownerId: userId, subject, createdAt: now, expiresAt }
      return database.transaction(userId, async () => {
        const existing = await links.find(id)
        if (existing) return findRepeated(existing)
        if (expiresAt !== null && expiresAt <= now)
          throw badUserInputAt('input.expiresAt', 'must be in the future.')
        if (!(await readItem(userId, subject))) throw notFound(subject.kind.toLowerCase())
        if ((await links.list(userId, now, maxLinks)).length >= maxLinks)
          throw conflict(`You already have ${maxLinks} share links. Revoke one first.`)
        if ((await links.count(userId)) >= maxStoredLinks)
          throw conflict(
            `You already have ${maxStoredLinks} share links, including those that expired or were revoked within 90 days. Try again later.`,
          )
        if (!(await links.insert({ ...link, tokenHash: sha256(tokenOf(link)), revokedAt: null })))
          throw conflict('The identifier is taken. Create a new one.')
        return link
      })

      async function findRepeated(existing: StoredLink): Promise<ShareLink> {
        const isSame =
          existing.ownerId === userId &&
          existing.subject.kind === subject.kind &&
          existing.subject.id === subject.id &&
          existing.expiresAt?.getTime() === expiresAt?.getTime()
        if (!isSame) throw conflict('The identifier is taken. Create a new one.')
        if (hasEnded(existing))
          throw conflict('The link was revoked or has expired. Create one with a new identifier.')
        await addCurrentToken(existing)
        return existing
      }
    },

    /** @throws AppError BAD_USER_INPUT, NOT_FOUND */
    async revoke(userId: string, draft: { id: string }): Promise<string> {
      const id = inputReader(draft, 'input').id('id')
      if (!(await links.revoke(userId, id, clock()))) throw notFound('share link')
      return id
    },
  }
}

export type ShareLinkService = ReturnType<typeof shareLinkService>

/** A workout that was edited since can have become too large to be shown. */
function nullIfInvalid(error: unknown): null {
  if (error instanceof AppError && error.code === 'BAD_USER_INPUT') return null
  throw error
}
