import { AppError, unauthenticated } from './errors.js'
import { defaultLocale, type Locale } from './lib/locales.js'
import type { ObjectBudget } from './lib/object-budget.js'
import { permits, type TokenScope } from './lib/token-scopes.js'

export type Role = 'USER' | 'ADMIN'

/** The authenticated user: the claims of a valid access token and the state of the account. */
export interface Viewer {
  id: string
  email: string
  role: Role
  /** The session for which the token was issued, or the personal access token. */
  sessionId: string
  /** When the token expires. */
  tokenExpiresAt: Date
  /** Whether the session was started or stepped up with a second factor or a passkey. */
  hasSecondFactor: boolean
  /** What a personal access token permits; null for access tokens, which permit everything. */
  scopes: ReadonlySet<TokenScope> | null
  /** While its deletion is pending, an account can be restored and does little else. */
  isPendingDeletion: boolean
  /** True if the account is one of a guest, who can do less. */
  isGuest: boolean
  /** The language that the account has chosen; null if it has chosen none. */
  locale: Locale | null
}

/** The sender of a request. */
export interface Client {
  /** The IP address, or the network if one client has many addresses. */
  address: string
  /** The User-Agent header, shortened to a label. */
  device: string
  /** The supported language that the header Accept-Language prefers; null if there is none. */
  locale: Locale | null
}

/** The request that caused an action. */
export interface Origin {
  client: Client
  /** The id of the request in logs. */
  requestId: string
}

/** The GraphQL context: what a resolver knows of the request. */
export interface RequestContext {
  /** Null without a token. */
  viewer: Viewer | null
  client: Client
  /** Returns whether the client is still connected. Undefined if the transport cannot tell. */
  isClientWaiting?: (() => boolean) | undefined
  /** The number of objects that the request may still deliver; undefined if they are not counted. */
  objectBudget?: ObjectBudget | undefined
}

/** The language of the response. The choice of the account takes precedence over the header Accept-Language. */
export const localeOf = ({ viewer, client }: Pick<RequestContext, 'viewer' | 'client'>): Locale =>
  viewer?.locale ?? client.locale ?? defaultLocale

/** @throws AppError UNAUTHENTICATED */
export function requireViewer({ viewer }: Pick<RequestContext, 'viewer'>): Viewer {
  if (!viewer) throw unauthenticated()
  return viewer
}

/** @throws AppError UNAUTHENTICATED, GUEST_ACCOUNT */
export function requirePermanentViewer(context: Pick<RequestContext, 'viewer'>): Viewer {
  const viewer = requireViewer(context)
  if (viewer.isGuest)
    throw new AppError('GUEST_ACCOUNT', 'Guests cannot do this. Make the account permanent first.')
  return viewer
}

/** Returns the user of a request whose token permits the scopes; null without a token, and for one that does not. */
export const permittedUserId = (
  { viewer }: Pick<RequestContext, 'viewer'>,
  required: readonly TokenScope[],
): string | null => (viewer && permits(viewer, required) ? viewer.id : null)

/** @throws AppError DELETION_PENDING */
export function rejectPendingDeletion(viewer: Viewer | null): void {
  if (viewer?.isPendingDeletion)
    throw new AppError(
      'DELETION_PENDING',
      'The deletion of this account is pending. Restore the account first.',
    )
}
