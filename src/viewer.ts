import { forbidden, unauthenticated } from './errors.js'

/** What an account may do. */
export type Role = 'USER' | 'ADMIN'

/** Who asks: the claims of a valid access token. */
export interface Viewer {
  id: string
  email: string
  role: Role
}

/** Where a request comes from. */
export interface Client {
  /** IP address, or the network where one client has many addresses. */
  address: string
  /** The User-Agent header, as a label for people. */
  device: string
}

/** What every resolver is told of a request. */
export interface Asker {
  /** Null without a token. */
  viewer: Viewer | null
  client: Client
}

/** @throws AppError UNAUTHENTICATED */
export function requireViewer({ viewer }: Pick<Asker, 'viewer'>): Viewer {
  if (!viewer) throw unauthenticated()
  return viewer
}

/** @throws AppError UNAUTHENTICATED, FORBIDDEN */
export function requireAdmin(asker: Pick<Asker, 'viewer'>): Viewer {
  const viewer = requireViewer(asker)
  if (viewer.role !== 'ADMIN') throw forbidden('This is for administrators.')
  return viewer
}
