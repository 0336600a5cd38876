import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { buildApp } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { generateMissingKey, loadTokenKeys, toPem } from '../../../src/platform/keys/token-keys.js'
import { keys, isolatedSettings, type Settings } from '../../helper.js'

const pem = ({ publicKey, privateKey }: KeyPairKeyObjectResult) => ({
  publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
})

const small = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }))
const elliptic = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
const other = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }))
const pss = pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }))

t.test('fails to start with an unusable key, and names the setting', async t => {
  const folder = t.testdir({
    'small.pem': small.privateKey,
    'elliptic.pem': elliptic.privateKey,
    'pss.pem': pss.privateKey,
    'own.pem': keys.publicKey,
    'other.pem': other.publicKey,
    'small-public.pem': small.publicKey,
    'garbage.pem': 'garbage',
    'empty.pem': '',
    folder: {},
  })
  const path = (name: string) => join(folder, name)
  const cases: [Settings, RegExp][] = [
    [{ JWT_PRIVATE_KEY_PATH: path('missing.pem') }, /JWT_PRIVATE_KEY_PATH names .*missing\.pem.*ENOENT/],
    [{ JWT_PRIVATE_KEY_PATH: path('folder') }, /JWT_PRIVATE_KEY_PATH .*EISDIR/],
    [{ JWT_PRIVATE_KEY_PATH: path('garbage.pem') }, /JWT_PRIVATE_KEY_PATH .*cannot be read as a PEM key/],
    [{ JWT_PRIVATE_KEY_PATH: path('empty.pem') }, /JWT_PRIVATE_KEY_PATH .*cannot be read as a PEM key/],
    [{ JWT_PRIVATE_KEY_PATH: path('own.pem') }, /JWT_PRIVATE_KEY_PATH .*cannot be read as a PEM key/],
    [{ JWT_PRIVATE_KEY_PATH: path('small.pem') }, /JWT_PRIVATE_KEY_PATH .*RSA key of 2048 bits/],
    [{ JWT_PRIVATE_KEY_PATH: path('elliptic.pem') }, /JWT_PRIVATE_KEY_PATH .*RSA key of 2048 bits/],
    [{ JWT_PRIVATE_KEY_PATH: path('pss.pem') }, /JWT_PRIVATE_KEY_PATH .*RSA key of 2048 bits/],
    [{ JWT_PUBLIC_KEY_PATH: path('missing.pem') }, /JWT_PUBLIC_KEY_PATH names .*ENOENT/],
    [{ JWT_PUBLIC_KEY_PATH: path('other.pem') }, /JWT_PUBLIC_KEY_PATH must name, .*that belongs/],
    [{ JWT_PUBLIC_KEY_PATH: `${path('own.pem')},${path('small-public.pem')}` }, /JWT_PUBLIC_KEY_PATH .*2048/],
  ]
  for (const [settings, message] of cases)
    await t.rejects(async () => buildApp(loadConfig(isolatedSettings(t, settings))), {
      name: 'ConfigError',
      message,
    })
  // The mismatch is reported together with other invalid settings, before a key is generated.
  const foreign = isolatedSettings(t, { JWT_PUBLIC_KEY_PATH: path('other.pem'), MAIL_FROM: 'nobody' })
  t.throws(() => loadConfig(foreign), {
    message: /MAIL_FROM must be[^]*JWT_PUBLIC_KEY_PATH must name, .*that belongs/,
  })
})

/** Returns settings without keys. */
function withoutKeys(t: Parameters<typeof isolatedSettings>[0]) {
  const { JWT_PRIVATE_KEY_PATH: _left, ...settings } = isolatedSettings(t)
  return settings
}

async function kidOf(settings: Settings) {
  const app = await buildApp(loadConfig(settings))
  const response = await app.inject({ url: '/.well-known/jwks.json' })
  await app.close()
  return response.json<{ keys: { kid: string }[] }>().keys[0]?.kid
}

t.test('generates a key with owner-only permissions, and reuses it', async t => {
  const settings = withoutKeys(t)
  const kid = await kidOf(settings)
  t.type(kid, 'string')
  const path = join(settings.DATA_PATH!, 'keys', 'jwt-private.pem')
  t.equal(statSync(path).mode & 0o077, 0)
  t.match(readFileSync(path, 'utf8'), /^-----BEGIN PRIVATE KEY-----/)
  t.equal(await kidOf(settings), kid)
})

t.test('fails to start with a damaged key file, which it names, instead of replacing it', async t => {
  const settings = withoutKeys(t)
  mkdirSync(join(settings.DATA_PATH!, 'keys'), { recursive: true })
  const path = join(settings.DATA_PATH!, 'keys', 'jwt-private.pem')
  writeFileSync(path, 'damaged')
  await t.rejects(buildApp(loadConfig(settings)), { message: /jwt-private\.pem/ })
  t.equal(readFileSync(path, 'utf8'), 'damaged')
})

t.test('keeps the key that was generated before, and generates none if there is one', async t => {
  const root = t.testdir({ 'own.pem': keys.privateKey })
  const paths = { privateKey: undefined, publicKeys: [], folder: join(root, 'keys') }
  const generated = await generateMissingKey(paths)
  t.match(generated, /^-----BEGIN PRIVATE KEY-----/)
  t.equal(toPem((await loadTokenKeys(paths, Promise.resolve(generated!))).privateKey), generated)
  t.equal(readFileSync(join(paths.folder, 'jwt-private.pem'), 'utf8'), generated)
  t.equal(generateMissingKey(paths), undefined)
  const another = Promise.resolve(other.privateKey as string)
  t.equal(toPem((await loadTokenKeys(paths, another)).privateKey), generated, 'the kept key wins')
  t.equal(generateMissingKey({ ...paths, folder: root, privateKey: join(root, 'own.pem') }), undefined)
})
