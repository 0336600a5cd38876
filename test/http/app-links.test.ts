import t from 'tap'
import { loadConfig } from '../../src/config.js'
import { build, isolatedSettings } from '../helper.js'

const fingerprint = (byte: string) => Array.from({ length: 32 }, () => byte).join(':')
const apple = '/.well-known/apple-app-site-association'
const android = '/.well-known/assetlinks.json'

t.test('serves the files for links of mails to iOS and Android', async t => {
  const settings = {
    PUBLIC_URL: 'https://fitness.test/api',
    APPLE_APP_IDS: 'ABCDE12345.test.fitness.app, ABCDE12345.test.fitness.beta',
    ANDROID_APPS: `test.fitness=${fingerprint('aa')},test.fitness=${fingerprint('BB')},test.beta=${fingerprint('01')}`,
    HMAC_ENABLED: 'true',
    HMAC_SECRET: 'x'.repeat(32),
  }
  const app = await build(t, { settings })
  const [site, links] = await Promise.all([app.inject({ url: apple }), app.inject({ url: android })])
  for (const response of [site, links]) {
    t.equal(response.statusCode, 200)
    t.match(response.headers, {
      'content-type': /^application\/json/,
      'cache-control': 'public, max-age=3600',
    })
  }
  const apps = ['ABCDE12345.test.fitness.app', 'ABCDE12345.test.fitness.beta']
  const page = (path: string) => ({ '/': `/api${path}`, '?': { token: '?*' } })
  t.same(site.json(), {
    applinks: {
      details: [
        {
          appIDs: apps,
          components: [
            ...[page('/auth/verify-email'), page('/auth/reset-password'), page('/auth/link-identity')],
            page('/account/delete'),
            { '/': '/api/s/*' },
          ],
        },
      ],
    },
    webcredentials: { apps },
  })
  const statement = (package_name: string, ...sha256_cert_fingerprints: string[]) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: { namespace: 'android_app', package_name, sha256_cert_fingerprints },
  })
  t.same(links.json(), [
    statement('test.fitness', fingerprint('AA'), fingerprint('BB')),
    statement('test.beta', fingerprint('01')),
  ])
})

t.test('sends 404 without configured apps, and rejects invalid settings at the start', async t => {
  const app = await build(t)
  for (const url of [apple, android]) t.equal((await app.inject({ url })).statusCode, 404)
  for (const wrong of ['test.fitness.app', 'ABCDE12345.', 'ABCDE12345.a b'])
    t.throws(() => loadConfig(isolatedSettings(t, { APPLE_APP_IDS: wrong })), /APPLE_APP_IDS contains/, wrong)
  for (const wrong of ['test.fitness', `fitness=${fingerprint('aa')}`, 'test.fitness=AA:BB'])
    t.throws(() => loadConfig(isolatedSettings(t, { ANDROID_APPS: wrong })), /ANDROID_APPS contains/, wrong)
})
