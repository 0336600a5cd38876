interface SignedIn {
  email: string
  role: string
  accessToken: string
  refreshToken: string
}

/** Told whenever somebody signs in or out; the notice says why, where that was not asked for. */
type Listener = (who: SignedIn | null, notice: string) => void

const storageKey = 'graphiql:session'

/** The service knows the request and says no. */
class Refusal extends Error {}

export type Session = ReturnType<typeof openSession>

/** Who is signed in. It lasts as long as the tab, reloads included. */
export function openSession(listener: Listener) {
  let who = remembered()
  let renewal: Promise<boolean> | null = null

  function become(next: SignedIn | null, notice = ''): void {
    who = next
    if (next) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
    listener(next, notice)
  }

  async function exchange(): Promise<boolean> {
    const before = who
    if (!before) return false
    try {
      const { accessToken } = (await post('refresh', { refreshToken: before.refreshToken })) as {
        accessToken: string
      }
      // Whoever signed out in the meantime stays signed out.
      if (who === before) become({ ...before, accessToken })
      return who !== null
    } catch (error) {
      // A service that is away may come back; one that refuses the token will not take it later.
      if (who === before && error instanceof Refusal) become(null, `You were signed out. ${error.message}`)
      return false
    }
  }

  listener(who, '')

  return {
    /** The header of a request, if somebody is signed in. */
    authorization: () => (who ? `Bearer ${who.accessToken}` : undefined),

    async signIn(email: string, password: string): Promise<void> {
      try {
        const { accessToken, refreshToken, user } = (await post('login', { email, password })) as SignedIn & {
          user: SignedIn
        }
        become({ email: user.email, role: user.role, accessToken, refreshToken })
      } catch (error) {
        become(null, messageOf(error))
      }
    },

    async signOut(): Promise<void> {
      const refreshToken = who?.refreshToken
      become(null)
      // Signed out here in any case; there, the token ends by itself if the service cannot be reached.
      if (refreshToken !== undefined) await post('logout', { refreshToken }).catch(() => null)
    },

    /** Fetches a new access token, once for all who ask at the same time. False: nobody is signed in any more. */
    renew(): Promise<boolean> {
      renewal ??= exchange().finally(() => (renewal = null))
      return renewal
    },
  }
}

function remembered(): SignedIn | null {
  const text = sessionStorage.getItem(storageKey)
  return text === null ? null : (JSON.parse(text) as SignedIn)
}

async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const content = text === '' ? null : (JSON.parse(text) as { message?: string })
  if (answer.ok) return content
  const Kind = answer.status === 401 || answer.status === 403 ? Refusal : Error
  throw new Kind(content?.message ?? `The service responded with status ${answer.status}.`)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
