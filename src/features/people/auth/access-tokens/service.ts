import { AppError, badUserInputAt, conflict, notFound, unauthenticated } from '../../../../errors.js'
import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import { parseIdAt } from '../../../../lib/ids.js'
import { days, minutes } from '../../../../lib/quantities.js'
import { randomToken } from '../../../../lib/random-token.js'
import { sha256 } from '../../../../lib/sha256.js'
import { singleLine } from '../../../../lib/text.js'
import { includedScopes, isTokenScope, tokenScopes, type TokenScope } from '../../../../lib/token-scopes.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Client, Viewer } from '../../../../viewer.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { FailureLimit } from '../sign-in/failure-limit.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { SecurityNotices } from '../mails/security-notices.js'
import type { SessionCache } from '../sign-in/session-cache.js'
import type { StepUpService } from '../step-up/service.js'
import type { PersonalAccessToken } from './models.js'
import type { AccessTokenStore } from './store.js'

const prefix = 'fit_'
const maxTokens = 50
const maxNameLength = 100
const defaultLifetime = 90 * days
const maxLifetime = 366 * days
/** How often the last use of a token is recorded. */
const useInterval = 1 * minutes

interface Dependencies {
  account: Pick<AccountService, 'findById' | 'recordWaysInChange'>
  audit: Pick<AuditService, 'record'>
  store: AccessTokenStore
  stepUp: Pick<StepUpService, 'assertRecent'>
  notices: Pick<SecurityNotices, 'enqueue'>
  sessionCache: Pick<SessionCache, 'publishEnded'>
  /** Limits requests with unknown tokens per address, each of which reads the database. */
  failures: FailureLimit
  background: BackgroundTasks
  database: Pick<Database, 'transaction' | 'afterCommit'>
  clock: () => Date
}

interface AccessTokenDraft {
  name: string
  scopes: readonly string[]
  expiresAt?: Date | null
}

/** Creates, verifies and revokes the personal access tokens of users. */
export function accessTokenService(dependencies: Dependencies) {
  const { account, audit, store, stepUp, notices, sessionCache, failures, background, database, clock } =
    dependencies

  function parseDraft({ name: sentName, scopes, expiresAt }: AccessTokenDraft, now: Date) {
    const name = singleLine(sentName, { field: 'input.name', minLength: 1, maxLength: maxNameLength })
    const expiry = expiresAt ?? new Date(now.getTime() + defaultLifetime)
    if (expiry <= now || expiry.getTime() - now.getTime() > maxLifetime)
      throw badUserInputAt('input.expiresAt', 'must be in the future, at most 366 days ahead.')
    return { name, scopes: parseScopes(scopes), expiresAt: expiry }
  }

  return {
    /**
     * Creates a token. The token itself is returned here only.
     * @throws AppError BAD_USER_INPUT, STEP_UP_REQUIRED; CONFLICT if the user has the maximum number of tokens
     */
    async create(
      viewer: Pick<Viewer, 'id' | 'sessionId'>,
      draft: AccessTokenDraft,
      client: Client,
    ): Promise<{ personalAccessToken: PersonalAccessToken; token: string }> {
      const now = clock()
      const parsed = parseDraft(draft, now)
      const userId = viewer.id
      const token = `${prefix}${randomToken()}`
      const personalAccessToken = await database.transaction(userId, async () => {
        // The transaction may run again after a commit with an unknown outcome.
        const existing = await store.findByHash(sha256(token))
        if (existing) return existing
        await stepUp.assertRecent(viewer)
        // Writes the account, so that concurrent creations conflict and cannot exceed the limit.
        await account.recordWaysInChange(userId)
        if ((await store.list(userId, now, maxTokens)).length >= maxTokens)
          throw conflict(`You have ${maxTokens} personal access tokens. Revoke one of them first.`)
        const created = await store.create({ tokenHash: sha256(token), userId, ...parsed, createdAt: now })
        await audit.record({ actor: userId, subject: userId, action: 'TOKEN_CREATED', client })
        await notices.enqueue(userId, 'TOKEN_CREATED', client, parsed.name)
        return created
      })
      return { personalAccessToken, token }
    },

    /** Lists the tokens that have not expired, the newest first. */
    list: (userId: string): Promise<PersonalAccessToken[]> => store.list(userId, clock(), maxTokens),

    /** @throws AppError NOT_FOUND */
    async get(userId: string, id: string): Promise<PersonalAccessToken> {
      const found = await store.find(id, userId)
      if (!found || found.expiresAt <= clock()) throw notFound('personal access token')
      return found
    },

    /**
     * Revokes a token. Requests with it fail immediately, since each reads it from the database; open sockets and streams end.
     * @throws AppError BAD_USER_INPUT, NOT_FOUND
     */
    async revoke(userId: string, sentId: string, client: Client): Promise<PersonalAccessToken> {
      const id = parseIdAt(sentId, 'input.id')
      const token = await transactionOnce(database, userId, async () => {
        const revoked = await store.delete(id, userId)
        if (!revoked) return null
        await audit.record({ actor: userId, subject: userId, action: 'TOKEN_REVOKED', client })
        await notices.enqueue(userId, 'TOKEN_REVOKED', client, revoked.name)
        database.afterCommit(() => sessionCache.publishEnded(userId, [id]))
        return revoked
      })
      if (!token) throw notFound('personal access token')
      return token
    },

    /**
     * Returns the viewer of a token. Its use is recorded in the background.
     * @param address of the client; null for a token that was valid before, such as the one of an open socket
     * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    async authenticate(token: string, address: string | null): Promise<Viewer> {
      if (!isWellFormed(token)) throw invalidToken()
      const find = () => store.findByHash(sha256(token))
      const found = await (address === null ? find() : failures.attempt(address, hashDeadline(), find))
      const owner = found && (await account.findById(found.userId))?.account
      if (!found || !owner?.enabled) throw invalidToken()
      const now = clock()
      if (found.expiresAt <= now)
        throw new AppError('TOKEN_EXPIRED', 'The personal access token has expired. Create a new one.')
      const { id: userId, email, locale, deletesAt, role } = owner
      if (found.lastUsedAt === null || now.getTime() - found.lastUsedAt.getTime() >= useInterval)
        background.run({ purpose: 'record the use of a personal access token' }, () =>
          store.recordUse(found.id, now),
        )
      return {
        id: userId,
        email,
        // Personal access tokens do not permit what only administrators can do.
        role: 'USER',
        sessionId: found.id,
        tokenExpiresAt: found.expiresAt,
        hasSecondFactor: false,
        scopes: includedScopes(role === 'ADMIN' ? found.scopes.map(withoutPublishing) : found.scopes),
        isPendingDeletion: deletesAt !== null,
        // Guests cannot create tokens.
        isGuest: false,
        locale,
      }
    },
  }
}

export type AccessTokenService = ReturnType<typeof accessTokenService>

/** Returns whether a bearer token has the form of a personal access token. */
export const isPersonalAccessToken = (token: string): boolean => token.startsWith(prefix)

/** Returns whether a token has 32 bytes in base64url, whose last two bits are zero, after the prefix. */
function isWellFormed(token: string): boolean {
  const secret = token.slice(prefix.length)
  return /^[\w-]{43}$/.test(secret) && Buffer.from(secret, 'base64url').toString('base64url') === secret
}

const invalidToken = () => unauthenticated('The personal access token is not valid or was revoked.')

/** Programs that administrators publish are public, which no personal access token permits. */
const withoutPublishing = (scope: TokenScope): TokenScope =>
  scope === 'programs:write' ? 'programs:read' : scope

/** @throws AppError BAD_USER_INPUT */
function parseScopes(scopes: readonly string[]): TokenScope[] {
  if (scopes.length === 0 || scopes.length > tokenScopes.length)
    throw badUserInputAt('input.scopes', `must have 1 to ${tokenScopes.length} scopes.`)
  const parsed = scopes.map((scope, index) => {
    if (!isTokenScope(scope))
      throw badUserInputAt(`input.scopes[${index}]`, `must be one of ${tokenScopes.join(', ')}.`)
    return scope
  })
  return [...new Set(parsed)]
}
