import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { App } from '../../src/app.js'
import { loadTokenKeys } from '../../src/platform/keys/token-keys.js'
import { build, keys, logIn, signUp, isolatedSettings, type Settings } from '../helper.js'
import { headerOf, thumbprint } from '../tokens.js'

const newer = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const kids = { older: thumbprint(keys.publicKey), newer: thumbprint(newer.publicKey) }

/** The settings of all instances before, during and after each step of the key rotation in docs/production.md. */
function recipe(t: Parameters<typeof isolatedSettings>[0] & { testdir(): string }): Settings[] {
  const folder = t.testdir()
  const file = (name: string, pem: string) => {
    writeFileSync(join(folder, name), pem)
    return join(folder, name)
  }
  const older = { own: file('older.key', keys.privateKey), shown: file('older.pem', keys.publicKey) }
  const next = { own: file('newer.key', newer.privateKey), shown: file('newer.pem', newer.publicKey) }
  const both = `${older.shown} , ${next.shown}`
  return [
    { JWT_PRIVATE_KEY_PATH: older.own, JWT_PUBLIC_KEY_PATH: older.shown },
    { JWT_PRIVATE_KEY_PATH: older.own, JWT_PUBLIC_KEY_PATH: both },
    { JWT_PRIVATE_KEY_PATH: next.own, JWT_PUBLIC_KEY_PATH: both },
    { JWT_PRIVATE_KEY_PATH: next.own, JWT_PUBLIC_KEY_PATH: next.shown },
  ]
}

t.test('accepts and publishes every configured public key in any order', async t => {
  const [, before, after] = recipe(t)
  for (const [settings, own] of [[before!, kids.older] as const, [after!, kids.newer] as const]) {
    const app = await build(t, { settings })
    const listed = (await app.inject({ url: '/.well-known/jwks.json' })).json().keys
    t.same(
      listed.map(({ kid }: { kid: string }) => kid),
      [kids.older, kids.newer],
    )
    t.equal(headerOf((await signUp(app)).token).kid, own)
  }
})

t.test('publishes a key once if it is configured twice', async t => {
  const [, , , last] = recipe(t)
  const path = last!.JWT_PUBLIC_KEY_PATH!
  const app = await build(t, { settings: { ...last, JWT_PUBLIC_KEY_PATH: `${path},${path}` } })
  t.equal((await app.inject({ url: '/.well-known/jwks.json' })).json().keys.length, 1)
})

t.test('accepts tokens across all steps of a key rotation', async t => {
  const steps = await Promise.all(
    recipe(t).map(settings =>
      loadTokenKeys({
        privateKey: settings.JWT_PRIVATE_KEY_PATH,
        publicKeys: settings.JWT_PUBLIC_KEY_PATH!.split(' , '),
        folder: t.testdirName,
      }),
    ),
  )
  for (let step = 1; step < steps.length; step++)
    for (const [one, other] of [
      [steps[step - 1]!, steps[step]!],
      [steps[step]!, steps[step - 1]!],
    ] as const)
      t.ok(one.publicKeys.has(other.kid), `step ${step}`)
})

// Only one process can open the embedded database, so two instances require MongoDB.
if (process.env.TEST_MONGODB_URI !== undefined)
  t.test('rotates the key of two running instances without signing anyone out', async t => {
    const steps = recipe(t)
    const shared = isolatedSettings(t)
    const start = (step: number) => build(t, { settings: { ...shared, ...steps[step] } })
    const fleet = [await start(0), await start(0)] as [App, App]
    const user = await signUp(fleet[0])

    async function everybodyIsSignedIn(what: string): Promise<void> {
      const issued = [user.token]
      for (const app of fleet) {
        const { refreshToken } = user
        const refreshed = await app.inject({
          method: 'POST',
          url: '/auth/refresh',
          payload: { refreshToken },
        })
        t.equal(refreshed.statusCode, 200, `${what}: refresh`)
        issued.push(refreshed.json().accessToken)
        issued.push((await logIn(app, user.email, user.password)).accessToken)
      }
      for (const app of fleet)
        for (const token of issued) {
          const headers = { authorization: `Bearer ${token}` }
          t.equal((await app.inject({ url: '/auth/profile', headers })).statusCode, 200, what)
        }
    }

    for (const [step, order] of [
      [1, [0, 1]],
      [2, [1, 0]],
    ] as const)
      for (const instance of order) {
        await fleet[instance].close()
        fleet[instance] = await start(step)
        await everybodyIsSignedIn(`step ${step}, after instance ${instance}`)
      }

    // Tokens of the older key have expired before the last step, so the user has signed in again.
    const { accessToken, refreshToken } = await logIn(fleet[0], user.email, user.password)
    Object.assign(user, { token: accessToken, refreshToken })
    for (const instance of [0, 1] as const) {
      await fleet[instance].close()
      fleet[instance] = await start(3)
      await everybodyIsSignedIn(`step 3, after instance ${instance}`)
    }
  })
