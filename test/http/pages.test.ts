import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { build, isolatedSettings } from '../helper.js'

const linksOf = (page: string) => [...page.matchAll(/<a href="([^"]+)"/g)].map(([, address]) => address!)

/** Starts an app whose outbox contains two mails of registrations, and other files if given. */
async function withMails(t: Test, files: Record<string, string> = {}) {
  const settings = isolatedSettings(t)
  const outbox = join(settings.DATA_PATH!, 'outbox')
  const first = await buildApp(loadConfig(settings))
  for (const username of ['ada', 'grace'])
    await first.inject({
      method: 'POST',
      url: '/auth/register',
      payload: { email: `${username}@example.com`, username, password: 'three blue bicycles' },
    })
  await first.close()
  await mkdir(outbox, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(outbox, name), content)
  const app = await buildApp(loadConfig(settings))
  t.teardown(() => app.close())
  return app
}

t.test('serves a home page with working links in development', async t => {
  const app = await build(t, { settings: { DEMO_ACCOUNTS: 'true' } })
  const page = await app.inject('/')
  t.equal(page.statusCode, 200)
  t.match(page.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': /^default-src 'none';.*frame-ancestors 'none'/,
    'x-content-type-options': 'nosniff',
  })
  t.match(page.body, /demo@example\.com<\/code> \/ <code>demo-Passw0rd/)
  t.match(page.body, /admin@example\.com<\/code> \/ <code>admin-Passw0rd/)
  const links = linksOf(page.body)
  const advertised = 'app/ graphiql docs outbox openapi.json schema.graphql possible-types.json health/ready'
  for (const address of advertised.split(' ')) t.ok(links.includes(address), address)
  for (const address of links) t.equal((await app.inject(`/${address}`)).statusCode, 200, address)
})

t.test('serves the files of the REST reference without signatures', async t => {
  const settings = { HMAC_ENABLED: 'true', HMAC_SECRET: 'x'.repeat(32) }
  const app = await build(t, { settings })
  const page = await app.inject('/docs')
  t.equal(page.statusCode, 200)
  t.match(page.headers['content-security-policy'], /^default-src 'none'; script-src 'self' 'sha256-/)
  t.notMatch(page.headers['content-security-policy'], /unsafe/)
  for (const [, address] of page.body.matchAll(/(?:src="|href="|fetch\(')(docs\/[^"']+)/g))
    t.match(await app.inject(`/${address}`), { statusCode: 200, headers: { 'x-ratelimit-limit': undefined } })
  t.same((await app.inject('/docs/openapi.json')).json(), app.swagger())
})

t.test('omits demo accounts and the outbox if they do not exist', async t => {
  const settings = { DEMO_ACCOUNTS: 'false', SMTP_URL: 'smtp://127.0.0.1:1' }
  const app = await build(t, { settings })
  const { body } = await app.inject('/')
  t.notMatch(body, /example\.com|outbox/i)
  t.equal((await app.inject('/outbox')).statusCode, 404)
})

t.test('has demo accounts and an outbox only if no other machine can connect', t => {
  const local = { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }
  for (const [settings, isOn] of [
    [{}, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ PUBLIC_URL: 'https://fitness.example.com' }, false],
    [{ PUBLIC_URL: 'http://192.168.1.2:3000' }, false],
  ] as const) {
    const config = loadConfig({ ...local, ...settings })
    t.match(config, { DEMO_ACCOUNTS: isOn, OUTBOX_ENABLED: isOn }, JSON.stringify(settings))
    const chosen = loadConfig({ ...local, ...settings, DEMO_ACCOUNTS: 'true', OUTBOX_ENABLED: 'true' })
    t.match(chosen, { DEMO_ACCOUNTS: true, OUTBOX_ENABLED: true })
  }
  t.equal(
    loadConfig({ ...local, SMTP_URL: 'smtp://127.0.0.1', OUTBOX_ENABLED: 'true' }).OUTBOX_ENABLED,
    false,
  )
  t.end()
})

t.test('serves only the name and the health in production, without a signature', async t => {
  const config = loadConfig(
    isolatedSettings(t, {
      DEMO_ACCOUNTS: 'true',
      WEB_APP_ENABLED: 'false',
      HMAC_SECRET: 'x'.repeat(32),
    }),
  )
  const app = await buildApp({ ...config, NODE_ENV: 'production', HMAC_ENABLED: true })
  t.teardown(() => app.close())
  const { statusCode, body } = await app.inject('/')
  t.equal(statusCode, 200)
  t.match(body, '<h1>Fitness Training Service</h1>')
  t.same(linksOf(body), ['health/ready'])
  t.notMatch(body, /demo|graph|api|outbox/i)
  t.equal((await app.inject('/outbox')).statusCode, 401, 'responds as for any unknown path')
})

t.test('lists the mails of the outbox newest first, with working links', async t => {
  const app = await withMails(t)
  const list = await app.inject('/outbox')
  t.equal(list.statusCode, 200)
  t.match(list.headers['content-security-policy'], /^default-src 'none'/)
  const rows = [...list.body.matchAll(/<a href="(outbox\/[^"]+)"\s*>([^<]+)<\/a[^>]*>[^]*?to (\S+),/g)]
  t.same(
    rows.map(([, , subject, to]) => [subject, to]).sort(),
    ['ada', 'grace'].map(name => ['Confirm your e-mail address', `${name}@example.com`]),
  )
  t.same(
    rows
      .map(([, address]) => address)
      .sort()
      .reverse(),
    rows.map(([, address]) => address),
  )

  const mail = await app.inject(`/${rows[0]![1]}`)
  t.equal(mail.statusCode, 200)
  const link = linksOf(mail.body).find(address => address.includes('/auth/verify-email?token='))
  t.ok(link)
  t.equal((await app.inject(new URL(link!).href.replace('http://fitness.test', ''))).statusCode, 200)

  const shown = await app.inject(`/${rows[0]![1]}/html`)
  t.match(shown.headers, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': /^default-src 'none'; style-src 'unsafe-inline'; sandbox$/,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  t.match(shown.body, `href="${link}"`)
})

t.test('explains an empty outbox', async t => {
  const app = await build(t)
  t.match((await app.inject('/outbox')).body, 'No mails yet.')
})

t.test('escapes mails in pages', async t => {
  const hostile = '<script>alert(1)</script>'
  const app = await withMails(t, {
    '9.eml': `To: a@b.test\nSubject: ${hostile}\n\n${hostile} https://a.test/"><b>x\n`,
    '8.eml': '',
    '.7': 'half a mail',
    'notes.txt': 'no mail',
  })
  for (const url of ['/outbox', '/outbox/9', '/outbox/8']) {
    const { statusCode, body } = await app.inject(url)
    t.equal(statusCode, 200, url)
    t.notMatch(body, /<script|<b>/, url)
  }
  t.notMatch((await app.inject('/outbox')).body, /half|notes/)
})

t.test('reads only mails of the outbox', async t => {
  const app = await withMails(t, { 'notes.txt': 'no mail' })
  for (const id of ['nothing', 'notes.txt', 'notes', '..%2Fkeys%2Fprivate', '%2Fetc%2Fpasswd', '%00'])
    for (const url of [`/outbox/${id}`, `/outbox/${id}/html`])
      t.equal((await app.inject(url)).statusCode, 404, url)
})
