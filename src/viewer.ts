import { AppError, unauthenticated } from './errors.js'
import { defaultLocale, type Locale } from './lib/locales.js'
import type { ObjectBudget } from './lib/object-budget.js'

/** What an account may do. */
export type Role = 'USER' | 'ADMIN'

/** Who asks: the claims of a valid access token, and how the account stands. */
export interface Viewer {
  id: string
  email: string
  role: Role
  /** The session that the token was issued in. */
  sessionId: string
  /** Whether the account is about to be deleted: until then it may be restored, and little else. */
  isLeaving: boolean
  /** The language that the account has chosen; null if it has chosen none. */
  locale: Locale | null
}

/** Where a request comes from. */
export interface Client {
  /** IP address, or the network where one client has many addresses. */
  address: string
  /** The User-Agent header, as a label for people. */
  device: string
  /** The language that the header Accept-Language likes best, of those we have. */
  locale: Locale | null
}

/** Where something that is done comes from. */
export interface Origin {
  client: Client
  /** Under which logs tell of it. */
  requestId: string
}

/** What every resolver is told of a request. */
export interface Asker {
  /** Null without a token. */
  viewer: Viewer | null
  client: Client
  /** Whether anybody still waits for the answer; where nobody can tell, somebody does. */
  isAwaited?: (() => boolean) | undefined
  /** The objects that the request can still deliver; undefined where nobody counts them. */
  objects?: ObjectBudget | undefined
}

/** The language to answer in. The account's choice takes precedence over the header Accept-Language. */
export const localeOf = ({ viewer, client }: Pick<Asker, 'viewer' | 'client'>): Locale =>
  viewer?.locale ?? client.locale ?? defaultLocale

/** @throws AppError UNAUTHENTICATED */
export function requireViewer({ viewer }: Pick<Asker, 'viewer'>): Viewer {
  if (!viewer) throw unauthenticated()
  return viewer
}

/** @throws AppError DELETION_PENDING */
export function demandStaying(viewer: Viewer | null): void {
  if (viewer?.isLeaving)
    throw new AppError('DELETION_PENDING', 'This account is about to be deleted. Restore it first.')
}
