import { AppError } from '../../errors.js'
import { days, seconds } from '../../lib/quantities.js'
import type { Viewer } from '../../viewer.js'

/** Tokens are verified periodically, in case the notification of a revocation by another instance is lost. */
const checkInterval = 10 * seconds
/** Timers support at most 2^31 - 1 ms. */
const maxTimerDelay = 24 * days

/** Verifies access tokens. */
export interface TokenVerifier {
  /** @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
  authenticate(token: string): Promise<Viewer>
  /** Calls the listener when tokens of the account may have been revoked. @returns a function that unsubscribes */
  onTokensRevoked(accountId: string, listener: () => void): () => void
}

interface TokenListener {
  /** Called once when the token has expired or was revoked. */
  onInvalid(reason: AppError): void
  /** Called with the current viewer each time the token was verified, because the account may have changed. */
  onValid?(viewer: Viewer): void
}

/**
 * Watches the valid token of a socket or event stream.
 * @returns a function that ends the watch
 */
export function watchToken(
  tokens: TokenVerifier,
  token: string,
  { id, tokenExpiresAt }: Pick<Viewer, 'id' | 'tokenExpiresAt'>,
  { onInvalid, onValid }: TokenListener,
): () => void {
  let ended = false

  async function check(): Promise<void> {
    try {
      const viewer = await tokens.authenticate(token)
      if (!ended) onValid?.(viewer)
    } catch (error) {
      // Tokens cannot be verified while the database is unavailable.
      if (ended || !(error instanceof AppError) || error.statusCode !== 401) return
      stop()
      onInvalid(error)
    }
  }

  const stopListening = tokens.onTokensRevoked(id, () => void check())
  const checkTimer = setInterval(() => void check(), checkInterval).unref()
  const expiryDelay = Math.min(tokenExpiresAt.getTime() - Date.now() + 1, maxTimerDelay)
  const expiryTimer = setTimeout(() => void check(), expiryDelay).unref()
  function stop(): void {
    ended = true
    stopListening()
    clearInterval(checkTimer)
    clearTimeout(expiryTimer)
  }
  return stop
}
