import { createHmac } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import type { App } from '../../src/app.js'
import { build, type TestUser, type Settings } from '../helper.js'

const secret = 'ein Schlüssel von zweiunddreißig Byte'
const password = 'correct horse battery'

type Method = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'

interface SignatureHeaders {
  'x-user-id': string
  'x-timestamp': string
  'x-signature': string
}

export interface RequestOptions {
  method?: Method
  url: string
  payload?: string | Buffer
  headers?: Record<string, string>
  person?: TestUser
  /** The values to sign in place of those that are sent. */
  signed?: {
    method?: string
    url?: string
    payload?: string
    userId?: string
    timestamp?: string
    secret?: string
  }
  /** Returns the headers to send in place of the correct ones; undefined omits one. */
  sent?: (right: SignatureHeaders) => Record<string, string | undefined>
}

/** Starts an app that requires signatures, in the middle of a second, and a client that signs. */
export async function signedApp(t: Test, settings: Settings = {}) {
  let now = new Date('2026-01-31T08:15:30.500Z')
  const app = await build(t, {
    settings: { HMAC_ENABLED: 'true', HMAC_SECRET: secret, ...settings },
    clock: () => now,
  })
  const seconds = () => String(Math.floor(now.getTime() / 1000))

  function send({
    method = 'GET',
    url,
    payload = '',
    headers = {},
    person,
    signed = {},
    sent,
  }: RequestOptions) {
    const timestamp = signed.timestamp ?? seconds()
    const userId = signed.userId ?? person?.id ?? ''
    const multipart = headers['content-type']?.startsWith('multipart/')
    const body = signed.payload ?? (multipart ? '' : payload)
    const input = [signed.method ?? method, signed.url ?? url, timestamp, body.toString(), userId].join('|')
    const right = {
      'x-user-id': userId,
      'x-timestamp': timestamp,
      'x-signature': createHmac('sha256', signed.secret ?? secret)
        .update(input, 'utf8')
        .digest('hex'),
    }
    const all: Record<string, string | undefined> = {
      ...headers,
      ...person?.headers,
      ...right,
      ...sent?.(right),
    }
    const given = Object.entries(all).filter(([, value]) => value !== undefined)
    const request: InjectOptions = { method, url, headers: Object.fromEntries(given) }
    return app.inject(payload === '' ? request : { ...request, payload })
  }

  const json = { 'content-type': 'application/json' }
  const postJson = (url: string, body: object, more: Partial<RequestOptions> = {}) =>
    send({ method: 'POST', url, payload: JSON.stringify(body), headers: json, ...more })

  return {
    app,
    send,
    postJson,
    person: await signIn(app, postJson),
    setTime: (time: string) => (now = new Date(time)),
  }
}

async function signIn(
  app: App,
  postJson: (url: string, body: object) => Promise<{ json(): unknown }>,
): Promise<TestUser> {
  const email = 'demo@example.com'
  await app.features.services.registration.createVerifiedAccount({
    email,
    username: 'demo',
    password,
    role: 'USER',
  })
  const response = (await postJson('/auth/login', { email, password })).json()
  const { accessToken, refreshToken, user } = response as {
    accessToken: string
    refreshToken: string
    user: { id: string }
  }
  const headers = { authorization: `Bearer ${accessToken}` }
  return { id: user.id, email, username: 'demo', password, token: accessToken, refreshToken, headers }
}
