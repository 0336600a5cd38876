import type { InjectOptions } from 'fastify'
import type { App } from '../../../../src/app.js'

const origin = 'http://fitness.test'

interface SessionBody {
  user: { id: string; email: string } | null
  csrfToken: string | null
}

interface Options {
  method?: 'GET' | 'POST' | 'DELETE'
  payload?: InjectOptions['payload']
  /** Headers in place of those that the page of the console sends; undefined omits one. */
  headers?: Record<string, string | undefined>
}

/** A browser with the page of the console: it keeps the cookie and the CSRF token. */
export function consoleBrowser(app: App) {
  let cookie: string | undefined
  let csrfToken: string | null = null

  async function send(path: string, { method = 'POST', payload, headers }: Options = {}) {
    const all = {
      host: 'fitness.test',
      origin: method === 'GET' ? undefined : origin,
      'sec-fetch-site': 'same-origin',
      'x-csrf-token': csrfToken ?? undefined,
      cookie,
      ...headers,
    }
    const present = Object.entries(all).filter(([, value]) => value !== undefined) as [string, string][]
    const response = await app.inject({
      method,
      url: `/console/${path}`,
      headers: Object.fromEntries(present),
      ...(payload === undefined ? {} : { payload }),
    })
    const [set] = response.cookies
    if (set) cookie = set.value === '' ? undefined : `${set.name}=${set.value}`
    return response
  }

  return {
    send,
    cookie: () => cookie,
    csrfToken: () => csrfToken ?? '',

    async signIn(email: string, password: string, options: Options = {}) {
      const response = await send('session', { ...options, payload: { email, password } })
      if (response.statusCode === 200) csrfToken = response.json<SessionBody>().csrfToken
      return response
    },

    async submitSecondFactor(payload: { secondFactorToken: string; code: string }) {
      const response = await send('session', { payload })
      if (response.statusCode === 200) csrfToken = response.json<SessionBody>().csrfToken
      return response
    },

    session: async () => (await send('session', { method: 'GET' })).json<SessionBody>(),

    query: (query: string, variables: Record<string, unknown> = {}, options: Options = {}) =>
      send('graphql', { ...options, payload: { query, variables } }),

    stepUp: (password: string, options: Options = {}) =>
      send('step-up', { ...options, payload: { password } }),
  }
}

export type ConsoleBrowser = ReturnType<typeof consoleBrowser>
