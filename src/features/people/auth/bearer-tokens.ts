import type { Viewer } from '../../../viewer.js'
import { isPersonalAccessToken, type AccessTokenService } from './access-tokens/service.js'
import type { SessionService } from './sign-in/sessions.js'

interface Dependencies {
  accessTokens: Pick<AccessTokenService, 'authenticate'>
  sessions: Pick<SessionService, 'authenticate' | 'onTokensRevoked'>
}

/** Verifies the bearer tokens of requests: access tokens of sessions, and personal access tokens. */
export const bearerTokens = ({ accessTokens, sessions }: Dependencies) => ({
  /**
   * Returns the viewer of a token.
   * @param address of the client, whose requests with unknown personal access tokens are limited; null for no limit
   * @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  authenticate: (token: string, address: string | null = null): Promise<Viewer> =>
    isPersonalAccessToken(token) ? accessTokens.authenticate(token, address) : sessions.authenticate(token),

  onTokensRevoked: sessions.onTokensRevoked,
})
