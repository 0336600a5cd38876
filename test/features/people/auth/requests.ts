import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import type { Settings, TestUser } from '../../../helper.js'

/** Settings with limits that no test reaches. */
export const unlimitedLogins: Settings = {
  RATE_LIMIT_PUBLIC_PER_HOUR: '1000000',
  RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
  RATE_LIMIT_LOGIN_FAILURES: '1000000',
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '1000000',
  RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '1000000',
}

/** The headers of a signed-in user. */
export type Bearer = Pick<TestUser, 'headers'>

export const bearer = (token: string): Bearer => ({ headers: { authorization: `Bearer ${token}` } })

/** Sends JSON by POST to a path below `/auth`. */
export const post = (app: App, path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/auth/${path}`, payload, headers })

export type Answer = Awaited<ReturnType<typeof post>>

export const getProfile = (app: App, token: string) =>
  app.inject({ url: '/auth/profile', headers: { authorization: `Bearer ${token}` } })

/** Asserts that the response is this error in the format of errors below `/auth`. */
export function assertError(
  t: Pick<Test, 'equal' | 'same' | 'type' | 'match'>,
  response: Answer,
  statusCode: number,
  code: string,
  what = code,
): void {
  t.equal(response.statusCode, statusCode, what)
  const body = response.json<object>()
  // Every error about the body names the key.
  const field = statusCode === 400 || 'field' in body ? { field: /^[\w$]/ } : {}
  t.same(Object.keys(body), ['statusCode', 'code', ...Object.keys(field), 'error', 'message'], what)
  t.match(body, { statusCode, code, ...field, error: /^[A-Z]/, message: /\w/ }, what)
  t.match(response.headers['content-type'], /^application\/json/, what)
  t.match(
    response.headers,
    {
      'x-ratelimit-limit': /^\d+$/,
      'x-ratelimit-remaining': /^\d+$/,
      'x-ratelimit-reset': /^\d{10}$/,
    },
    what,
  )
}

/** Returns a code of six digits that differs from the right one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Returns registration data with an unused username and address. */
export function newRegistration() {
  const username = `new-${randomUUID().slice(0, 8)}`
  return { email: `${username}@example.com`, username, password: 'eleven blue herons' }
}

/** Creates a clock that moves only by `advance`. */
export function manualClock(start = new Date()) {
  let now = start.getTime()
  return {
    clock: () => new Date(now),
    /** @param time in milliseconds */
    advance(time: number): void {
      now += time
    },
  }
}
