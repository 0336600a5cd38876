import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'
import type { Test } from 'tap'

export const publicUrl = 'http://fitness.test'

/**
 * Starts an OpenID Connect provider with one client, the service. Each user name is a subject, whose confirmed address is
 * `name@example.com`.
 */
export async function startProvider(
  t: Pick<Test, 'teardown'>,
  configuration: Configuration = {},
  serviceUrl = publicUrl,
) {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'fitness', client_secret: 'a-secret-of-the-client' }
  // The provider warns of everything that only suits tests.
  const { warn } = console
  console.warn = () => undefined
  t.teardown(() => (console.warn = warn))
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [`${serviceUrl}/auth/oidc/test/callback`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for the cookies of the test'] },
    features: { revocation: { enabled: true } },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.com`,
        email_verified: true,
        given_name: accountId,
      }),
    }),
    ...configuration,
  })
  // The callback contains the middleware of the time at which it was created.
  server.on('request', (request, response) => void provider.callback()(request, response))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    provider,
    settings: {
      OIDC_PROVIDERS: 'TEST',
      OIDC_TEST_ISSUER: issuer,
      OIDC_TEST_CLIENT_ID: client.client_id,
      OIDC_TEST_CLIENT_SECRET: client.client_secret,
    },
  }
}

/**
 * Signs in at the provider as a person would in a browser, and agrees.
 * @returns the URL with which the provider redirects to the service
 */
export async function signInAtProvider(url: string, name: string, answer: 'agree' | 'abort' = 'agree') {
  const cookies = new Map<string, string>()
  const visit = async (target: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const header of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(key, value)
    }
    return response
  }
  let response = await visit(url)
  for (let step = 1; step <= 10; step++) {
    const location = response.headers.get('location')
    const target = location === null ? null : new URL(location, url).href
    if (target?.startsWith(publicUrl)) return target
    if (target !== null) response = await visit(target)
    else {
      const page = await response.text()
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ''
      if (answer === 'abort') {
        const [, abort = ''] = /href="([^"]+abort)"/.exec(page) ?? []
        response = await visit(new URL(abort, url).href)
      } else response = await visit(new URL(action, url).href, { prompt, login: name, password: 'any' })
    }
  }
  throw new Error('The provider did not redirect to the service.')
}
