interface SignedIn {
  email: string
  role: string
  accessToken: string
  refreshToken: string
}

/** Called when the user signs in or out. The notice contains the reason if the user did not request it. */
type Listener = (user: SignedIn | null, notice: string) => void

const storageKey = 'graphiql:session'

/** The service has rejected the credentials. */
class RejectedError extends Error {}

export type Session = ReturnType<typeof openSession>

/** Manages the signed-in user. The session lasts as long as the tab, including reloads. */
export function openSession(listener: Listener) {
  let user = readStoredUser()
  let renewal: Promise<boolean> | null = null

  function setUser(next: SignedIn | null, notice = ''): void {
    user = next
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
    listener(next, notice)
  }

  async function exchange(): Promise<boolean> {
    const before = user
    if (!before) return false
    try {
      const { accessToken } = (await post('refresh', { refreshToken: before.refreshToken })) as {
        accessToken: string
      }
      // The user may have signed out in the meantime.
      if (user === before) setUser({ ...before, accessToken })
      return user !== null
    } catch (error) {
      // The session is kept while the service is unavailable.
      if (user === before && error instanceof RejectedError)
        setUser(null, `You were signed out. ${error.message}`)
      return false
    }
  }

  listener(user, '')

  return {
    /** The authorization header; undefined if no user is signed in. */
    authorization: () => (user ? `Bearer ${user.accessToken}` : undefined),

    async signIn(email: string, password: string): Promise<void> {
      try {
        const { accessToken, refreshToken, user } = (await post('login', { email, password })) as SignedIn & {
          user: SignedIn
        }
        setUser({ email: user.email, role: user.role, accessToken, refreshToken })
      } catch (error) {
        setUser(null, messageOf(error))
      }
    },

    async signOut(): Promise<void> {
      const refreshToken = user?.refreshToken
      setUser(null)
      // If the service cannot be reached, the refresh token expires on its own.
      if (refreshToken !== undefined) await post('logout', { refreshToken }).catch(() => null)
    },

    /** Fetches a new access token. Concurrent calls share one request. @returns whether a user is still signed in */
    renew(): Promise<boolean> {
      renewal ??= exchange().finally(() => (renewal = null))
      return renewal
    },
  }
}

function readStoredUser(): SignedIn | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : (JSON.parse(text) as SignedIn)
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const content = text === '' ? null : (JSON.parse(text) as { message?: string })
  if (response.ok) return content
  const ErrorType = response.status === 401 || response.status === 403 ? RejectedError : Error
  throw new ErrorType(content?.message ?? `The service responded with status ${response.status}.`)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
