import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { build, logIn, signUp } from '../../../helper.js'
import { post } from './requests.js'

const left = ({ headers }: { headers: Record<string, unknown> }) =>
  `${String(headers['x-ratelimit-remaining'])} of ${String(headers['x-ratelimit-limit'])}`

/** Starts an app that allows ten requests per address, one of which the login has used. */
async function open(t: Pick<Test, 'teardown'>) {
  const app = await build(t, { settings: { RATE_LIMIT_PUBLIC_PER_HOUR: '10' } })
  return { app, person: await signUp(app) }
}

const refresh = (app: App, refreshToken: unknown) => post(app, 'refresh', { refreshToken })

t.test('counts the refreshes of each session separately', async t => {
  const { app, person } = await open(t)
  const other = await signUp(app)
  for (let time = 1; time <= 12; time++) {
    const response = await refresh(app, person.refreshToken)
    t.equal(response.statusCode, 200)
    t.equal(left(response), `${1000 - time} of 1000`)
  }
  t.equal(left(await refresh(app, other.refreshToken)), '999 of 1000')
  const profile = await app.inject({ url: '/auth/profile', headers: person.headers })
  t.equal(left(profile), '987 of 1000', 'counts all requests of a user together')
  const logout = await post(app, 'logout', { refreshToken: person.refreshToken })
  t.equal(logout.statusCode, 204)
  t.equal(left(logout), '986 of 1000')
})

t.test('counts invalid tokens and bodies on the address', async t => {
  const { app, person } = await open(t)
  const { refreshToken } = await logIn(app, person.email, person.password)
  await post(app, 'logout', { refreshToken })
  const responses = [
    await refresh(app, refreshToken),
    await refresh(app, `${person.refreshToken}x`),
    await refresh(app, person.token),
    await refresh(app, 7),
    await post(app, 'logout', []),
    await app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { 'content-type': 'text/html' },
      payload: 'x',
    }),
    await app.inject({
      method: 'POST',
      url: '/auth/refresh',
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }),
  ]
  t.same(
    responses.map(response => [response.statusCode, left(response)]),
    [
      [401, '7 of 10'],
      [401, '6 of 10'],
      [401, '5 of 10'],
      [400, '4 of 10'],
      [400, '3 of 10'],
      [415, '2 of 10'],
      [400, '1 of 10'],
    ],
  )
  t.equal((await refresh(app, 'x')).statusCode, 401)
  const refused = await refresh(app, 'x')
  t.equal(refused.statusCode, 429)
  t.equal(refused.json().code, 'TOO_MANY_REQUESTS')
  t.equal((await refresh(app, person.refreshToken)).statusCode, 200, 'a valid token is accepted nevertheless')
})

t.test('rejects a user above the limit', async t => {
  const app = await build(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '2' } })
  const { refreshToken } = await signUp(app)
  for (const status of [200, 200, 429]) t.equal((await refresh(app, refreshToken)).statusCode, status)
})
