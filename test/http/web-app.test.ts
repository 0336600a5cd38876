import { readFileSync } from 'node:fs'
import t from 'tap'
import { build, errorCodeOf, type GraphQLResponse } from '../helper.js'

const signed = { HMAC_ENABLED: 'true', HMAC_SECRET: 'x'.repeat(32) }

t.test('serves the web app with a strict policy, and caches only files that never change', async t => {
  const app = await build(t)
  t.match(await app.inject('/app'), { statusCode: 302, headers: { location: 'app/' } })
  const page = await app.inject('/app/')
  t.match(page.headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  t.notMatch(policy, /unsafe|https?:/)
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name!)
  t.ok(files.length >= 5, files.join())
  for (const name of files) {
    const file = await app.inject(`/app/${name}`)
    t.equal(file.statusCode, 200, name)
    const isHashed = /^(main|styles|chunk)-[0-9A-Z]{8}\.(js|css)$/.test(name)
    t.match(file.headers['cache-control'], isHashed ? /immutable/ : /^no-cache$/, name)
    const again = await app.inject({
      url: `/app/${name}`,
      headers: { 'if-none-match': String(file.headers.etag) },
    })
    t.equal(again.statusCode, 304, name)
  }
  const worker = await app.inject('/app/service-worker.js')
  t.equal(worker.headers['cache-control'], 'no-cache')
  for (const name of files.filter(file => /^(main|styles|chunk)-/.test(file))) t.match(worker.body, name)
  t.equal((await app.inject('/app/package.json')).statusCode, 404)
})

t.test('allows images of the store that signed URLs name', async t => {
  const bucket = { S3_BUCKET_USER_ASSETS: 'user-files', S3_BUCKET_APP_ASSETS: 'app-files' }
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const endpoints = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_PUBLIC_ENDPOINT: 'https://files.example.com' }
  const app = await build(t, {
    settings: { OBJECT_STORAGE_PROVIDER: 'S3', ...bucket, ...keys, ...endpoints },
  })
  const policyFor = async (name: string) =>
    String((await app.inject(`/${name}/`)).headers['content-security-policy'])
  t.match(
    await policyFor('app'),
    "img-src 'self' data: https://files.example.com https://*.files.example.com;",
  )
  t.notMatch(await policyFor('console'), 'files.example.com')
})

t.test('serves no web app if it is disabled', async t => {
  const app = await build(t, { settings: { WEB_APP_ENABLED: 'false' } })
  for (const url of ['/app', '/app/', '/app/icon.svg']) t.equal((await app.inject(url)).statusCode, 404, url)
  t.notMatch((await app.inject('/')).body, /href="app/)
})

t.test('accepts requests of the web app without a signature, if it is enabled', async t => {
  const send = async (WEB_APP_ENABLED: string | undefined, site: string) => {
    const app = await build(t, {
      settings: { ...signed, ...(WEB_APP_ENABLED !== undefined && { WEB_APP_ENABLED }) },
    })
    const response = await app.inject({
      ...{ method: 'POST', url: '/graphql', payload: { query: '{ me { id } }' } },
      headers: { 'sec-fetch-site': site },
    })
    return errorCodeOf(response.json<GraphQLResponse>())
  }
  t.equal(await send('true', 'same-origin'), 'UNAUTHENTICATED')
  t.equal(await send('true', 'cross-site'), 'INVALID_SIGNATURE')
  t.equal(await send('false', 'same-origin'), 'INVALID_SIGNATURE')
  t.equal(await send(undefined, 'same-origin'), 'INVALID_SIGNATURE', 'it is off by default')
})

t.test('has each text in every language, with the same values', async t => {
  const read = (locale: string) => {
    const file = new URL(`../../../src/web/app/translations/${locale}.json`, import.meta.url)
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  }
  const valuesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
  const english = read('en')
  for (const locale of ['de', 'es']) {
    const texts = read(locale)
    t.same(Object.keys(texts), Object.keys(english), locale)
    for (const [key, text] of Object.entries(english))
      t.same(valuesOf(texts[key]), valuesOf(text), `${locale}: ${key}`)
  }
})

t.test('serves the page of the console with the same policy', async t => {
  const app = await build(t)
  t.match(await app.inject('/console'), { statusCode: 302, headers: { location: 'console/' } })
  const page = await app.inject('/console/')
  t.equal(
    page.headers['content-security-policy'],
    (await app.inject('/app/')).headers['content-security-policy'],
  )
  const files = [...page.body.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, name]) => name!)
  t.match(files, [/^styles-[0-9A-Z]{8}\.css$/, /^main-[0-9A-Z]{8}\.js$/])
  for (const name of files) {
    const { statusCode, headers } = await app.inject(`/console/${name}`)
    t.match({ statusCode, ...headers }, { statusCode: 200, 'cache-control': /immutable/ }, name)
  }
  t.equal((await app.inject('/console/package.json')).statusCode, 404)
  t.match((await app.inject('/')).body, /href="console\/"/)
})
