import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { loadConfig } from '../../../../../src/config.js'
import { isolatedSettings, temporaryPath, type Settings } from '../../../../helper.js'

/** Writes a private key. @returns its path */
function keyFile(type: 'ec' | 'rsa'): string {
  const { privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const path = temporaryPath()
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return path
}

t.test('reads the providers in their order, with the issuers of Apple and Google', async t => {
  const settings = {
    OIDC_PROVIDERS: 'GOOGLE, APPLE,WORK2',
    OIDC_GOOGLE_CLIENT_ID: 'google-web',
    OIDC_GOOGLE_AUDIENCES: 'google-ios, google-android',
    OIDC_APPLE_CLIENT_ID: 'com.example.web',
    OIDC_APPLE_TEAM_ID: 'ABCDE12345',
    OIDC_APPLE_KEY_ID: 'KEY1234567',
    OIDC_APPLE_PRIVATE_KEY_PATH: keyFile('ec'),
    OIDC_WORK2_ISSUER: 'https://id.example.com/tenant/',
    OIDC_WORK2_CLIENT_ID: 'work',
    OIDC_WORK2_CLIENT_SECRET: 'secret',
  }
  const { OIDC_PROVIDERS: providers } = loadConfig(isolatedSettings(t, settings))
  t.match(providers, [
    {
      name: 'GOOGLE',
      issuer: 'https://accounts.google.com',
      audiences: ['google-web', 'google-ios', 'google-android'],
      clientSecret: null,
      signingKey: null,
    },
    { name: 'APPLE', issuer: 'https://appleid.apple.com', signingKey: { keyId: 'KEY1234567' } },
    { name: 'WORK2', issuer: 'https://id.example.com/tenant/', clientSecret: 'secret' },
  ])
})

t.test('says what is wrong with the settings of a provider', async t => {
  const work = {
    OIDC_PROVIDERS: 'WORK',
    OIDC_WORK_ISSUER: 'https://id.example.com',
    OIDC_WORK_CLIENT_ID: 'x',
  }
  const apple = {
    OIDC_PROVIDERS: 'APPLE',
    OIDC_APPLE_CLIENT_ID: 'x',
    OIDC_APPLE_TEAM_ID: 'ABCDE12345',
    OIDC_APPLE_KEY_ID: 'KEY1234567',
    OIDC_APPLE_PRIVATE_KEY_PATH: keyFile('ec'),
  }
  const problems: [Settings, RegExp][] = [
    [{ OIDC_PROVIDERS: 'google' }, /OIDC_PROVIDERS contains google, which is not a name/],
    [{ OIDC_PROVIDERS: 'LINK' }, /OIDC_PROVIDERS contains LINK/],
    [{ OIDC_PROVIDERS: `A${'1'.repeat(20)}` }, /which is not a name/],
    [{ ...work, OIDC_PROVIDERS: 'WORK,WORK' }, /OIDC_PROVIDERS contains WORK twice/],
    [
      { OIDC_GOOGLE_CLIENT_ID: 'x' },
      /OIDC_GOOGLE_CLIENT_ID is set, but OIDC_PROVIDERS does not contain GOOGLE/,
    ],
    [{ ...work, OIDC_WORK_CLIENTID: 'x' }, /OIDC_WORK_CLIENTID is not a setting/],
    [{ OIDC_PROVIDERS: 'GOOGLE' }, /OIDC_GOOGLE_CLIENT_ID must be set/],
    [{ ...work, OIDC_WORK_ISSUER: '' }, /OIDC_WORK_ISSUER must be set/],
    [{ ...work, OIDC_WORK_ISSUER: 'http://id.example.com' }, /OIDC_WORK_ISSUER must be set to an https/],
    [{ ...work, OIDC_WORK_ISSUER: 'https://a:b@id.example.com' }, /OIDC_WORK_ISSUER/],
    [{ ...apple, OIDC_APPLE_KEY_ID: '' }, /OIDC_APPLE_KEY_ID must be set/],
    [{ ...apple, OIDC_APPLE_CLIENT_SECRET: 'x' }, /OIDC_APPLE_CLIENT_SECRET must not be set/],
    [{ ...apple, OIDC_APPLE_PRIVATE_KEY_PATH: '/no/such/file' }, /must name a readable PEM file/],
    [
      { ...apple, OIDC_APPLE_PRIVATE_KEY_PATH: keyFile('rsa') },
      /must name a file with an elliptic-curve key/,
    ],
    [{ OIDC_REDIRECT_URIS: 'javascript:alert(1)' }, /OIDC_REDIRECT_URIS contains javascript/],
    [{ OIDC_REDIRECT_URIS: 'myapp://signed-in' }, /scheme is the reversed domain of an app/],
    [{ OIDC_REDIRECT_URIS: 'https://app.example.com/#a' }, /OIDC_REDIRECT_URIS contains/],
    [{ WEBAUTHN_ORIGINS: 'app.example.com' }, /WEBAUTHN_ORIGINS contains/],
  ]
  for (const [settings, message] of problems)
    t.throws(() => loadConfig(isolatedSettings(t, settings)), message, String(message))
})

t.test('accepts an issuer without encryption only on this machine, and not in production', async t => {
  const settings = {
    OIDC_PROVIDERS: 'WORK',
    OIDC_WORK_ISSUER: 'http://localhost:8080',
    OIDC_WORK_CLIENT_ID: 'x',
  }
  t.equal(loadConfig(isolatedSettings(t, settings)).OIDC_PROVIDERS.length, 1)
  const production = isolatedSettings(t, { ...settings, NODE_ENV: 'production' })
  t.throws(() => loadConfig(production), /OIDC_WORK_ISSUER must be set to an https/)
})
