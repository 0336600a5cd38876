import { AppError } from '../../errors.js'
import { days, seconds } from '../../lib/quantities.js'
import type { Viewer } from '../../viewer.js'

/** How often a token is judged anew, should no word of its revocation come from the instance where it happened. */
const checkInterval = 10 * seconds
/** A timer cannot wait much longer. */
const maxTimerDelay = 24 * days

/** What is asked about access tokens. */
export interface TokenVerifier {
  /** @throws AppError UNAUTHENTICATED, TOKEN_EXPIRED */
  authenticate(token: string): Promise<Viewer>
  /** Calls the listener when tokens of the account may have been revoked; returns what ends that. */
  onTokensRevoked(accountId: string, listener: () => void): () => void
}

interface TokenListener {
  /** Called once with the reason, when the token has expired or was revoked. */
  onInvalid(reason: AppError): void
  /** Called with who it stands for, each time it was judged anew: how the account stands may have changed. */
  onValid?(viewer: Viewer): void
}

/**
 * Watches the access token of a connection that outlives a request. The token must have been found good.
 * @returns ends the watch
 */
export function watchToken(
  tokens: TokenVerifier,
  token: string,
  { onInvalid, onValid }: TokenListener,
): () => void {
  let ended = false

  async function check(): Promise<void> {
    try {
      const viewer = await tokens.authenticate(token)
      if (!ended) onValid?.(viewer)
    } catch (error) {
      // While the database is away nobody's token is judged.
      if (ended || !(error instanceof AppError) || error.statusCode !== 401) return
      stop()
      onInvalid(error)
    }
  }

  const { id, exp } = claimsOf(token)
  const stopListening = tokens.onTokensRevoked(id, () => void check())
  const rounds = setInterval(() => void check(), checkInterval).unref()
  const wait = Math.min(exp * seconds - Date.now() + 1, maxTimerDelay)
  const expiry = setTimeout(() => void check(), wait).unref()
  function stop(): void {
    ended = true
    stopListening()
    clearInterval(rounds)
    clearTimeout(expiry)
  }
  return stop
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { id: string; exp: number }
