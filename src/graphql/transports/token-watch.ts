import { AppError } from '../../errors.js'
import { seconds } from '../../lib/quantities.js'

const interval = 10 * seconds

/**
 * Watches the access token of a connection that outlives a request.
 * @param onEnd called once when the token has expired or was revoked, within seconds
 * @returns ends the watch
 */
export function watchToken(
  token: string,
  authenticate: (token: string) => Promise<unknown>,
  onEnd: () => void,
): () => void {
  async function check(): Promise<void> {
    try {
      await authenticate(token)
    } catch (error) {
      // While the database is away nobody's token is judged.
      if (!(error instanceof AppError) || error.statusCode !== 401) return
      stop()
      onEnd()
    }
  }
  // The token was found genuine before, so that its claims can be read as they stand.
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    exp: number
  }
  const rounds = setInterval(() => void check(), interval).unref()
  const expiry = setTimeout(() => void check(), exp * seconds - Date.now() + 1).unref()
  const stop = () => {
    clearInterval(rounds)
    clearTimeout(expiry)
  }
  return stop
}
