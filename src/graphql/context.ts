import type { Client, Viewer } from '../features/auth/viewer.js'
import { forbidden, unauthenticated } from '../errors.js'
import type { Services } from '../services.js'

/** What every resolver is given. */
export interface GraphQLContext {
  /** Who asks; null without a token. */
  viewer: Viewer | null
  client: Client
  services: Services
}

/** @throws AppError UNAUTHENTICATED */
export function requireViewer({ viewer }: GraphQLContext): Viewer {
  if (!viewer) throw unauthenticated()
  return viewer
}

/** @throws AppError UNAUTHENTICATED, FORBIDDEN */
export function requireAdmin(context: GraphQLContext): Viewer {
  const viewer = requireViewer(context)
  if (viewer.role !== 'ADMIN') throw forbidden('This is for administrators.')
  return viewer
}
