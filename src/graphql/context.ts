import type { Client, Viewer } from '../viewer.js'
import type { Services } from '../services.js'

/** What every resolver is given. */
export interface GraphQLContext {
  /** Who asks; null without a token. */
  viewer: Viewer | null
  client: Client
  services: Services
}
