import t from 'tap'
import { signUp } from '../../../helper.js'
import { jpegOf, pathOf, photoApp, photoPart, photosOf, post, upload } from './photo-app.js'

const MiB = 1024 * 1024
const remaining = ({ headers }: { headers: Record<string, unknown> }) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
]
const photoOf = (size: number) => photoPart({ content: jpegOf(size) })

t.test('charges one unit per started megabyte', async t => {
  const { app, person } = await photoApp(t)
  t.same(remaining(await post(app, person, [photoPart()])), [100, 99])
  t.same(remaining(await post(app, person, [photoOf(1 * MiB)])), [100, 98])
  t.same(remaining(await post(app, person, [photoOf(1 * MiB + 1)])), [100, 96])
  t.same(remaining(await post(app, person, [photoOf(5 * MiB)])), [100, 91])
  t.same(
    remaining(await post(app, await signUp(app), [photoPart()])),
    [100, 99],
    'each user has separate units',
  )
})

t.test('rejects an upload that exceeds the remaining units, and stores nothing', async t => {
  const { app, person, isEmpty } = await photoApp(t, { settings: { RATE_LIMIT_UPLOAD_PER_MINUTE: '4' } })
  const response = await post(app, person, [photoOf(5 * MiB)])
  t.equal(response.statusCode, 429)
  t.match(response.json(), { success: false, error: { code: 'RATE_LIMITED', message: String } })
  t.same(remaining(response), [4, 4])
  const wait = Number(response.headers['retry-after'])
  t.ok(wait >= 1 && wait <= 60, 'waits for the limit per minute, not per hour')
  await isEmpty('refused')
  const [, , reset] = ['limit', 'remaining', 'reset'].map(name =>
    Number(response.headers[`x-ratelimit-${name}`]),
  )
  t.ok(reset! - Date.now() / 1000 <= 61)
})

t.test('consumes no units for an upload above the remaining units, and accepts a smaller one', async t => {
  const settings = { RATE_LIMIT_UPLOAD_PER_MINUTE: '9', RATE_LIMIT_UPLOAD_PER_HOUR: '4' }
  const { app, person } = await photoApp(t, { settings })
  for (let time = 1; time <= 3; time++) {
    const response = await post(app, person, [photoOf(5 * MiB)])
    t.same([response.statusCode, ...remaining(response)], [429, 4, 4])
  }
  t.same(remaining(await post(app, person, [photoOf(3 * MiB)])), [4, 1])
  t.equal((await post(app, person, [photoOf(2 * MiB)])).statusCode, 429)
  t.same(remaining(await post(app, person, [photoPart()])), [4, 0])
  const last = await post(app, person, [photoPart()])
  t.same([last.statusCode, ...remaining(last)], [429, 4, 0])
})

t.test('consumes the exact units of concurrent uploads, and none of rejected ones', async t => {
  const { app, person } = await photoApp(t, { settings: { RATE_LIMIT_UPLOAD_PER_MINUTE: '6' } })
  const responses = await Promise.all(Array.from({ length: 4 }, () => post(app, person, [photoOf(3 * MiB)])))
  const stored = responses.filter(({ statusCode }) => statusCode === 201).length
  t.ok(stored === 1 || stored === 2, `${stored} uploads were stored`)
  const left = 6 - 3 * stored
  t.same(remaining(await post(app, person, [photoPart()])), [6, Math.max(0, left - 1)])
})

t.test('has a separate limit per hour', async t => {
  const { app, person } = await photoApp(t, { settings: { RATE_LIMIT_UPLOAD_PER_HOUR: '2' } })
  t.same(remaining(await post(app, person, [photoPart()])), [2, 1])
  await upload(app, person)
  const response = await post(app, person, [photoPart()])
  t.equal(response.statusCode, 429)
  t.ok(Number(response.headers['retry-after']) > 60)
  t.equal((await photosOf(app, person)).profilePhotos.length, 2, 'other requests are served')
})

t.test('charges one unit for an invalid upload', async t => {
  const { app, person } = await photoApp(t, { settings: { RATE_LIMIT_UPLOAD_PER_MINUTE: '2' } })
  t.equal((await post(app, person, [])).statusCode, 400)
  t.equal((await post(app, person, [photoPart({ fileName: 'a.png' })])).statusCode, 415)
  t.equal((await post(app, person, [photoPart()])).statusCode, 429)
})

t.test('counts downloads separately, per address', async t => {
  const { app, person } = await photoApp(t, { settings: { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '6' } })
  const url = pathOf((await upload(app, person)).uploadUrl)
  const get = (headers = {}, method: 'GET' | 'HEAD' = 'GET', remoteAddress = '192.0.2.1') =>
    app.inject({ method, url, headers, remoteAddress })

  const first = await get()
  t.same(remaining(first), [6, 5])
  const { etag } = first.headers
  t.same(remaining(await get({}, 'HEAD')), [6, 4])
  const part = await get({ range: 'bytes=0-3' })
  t.same([part.statusCode, part.rawPayload.length, ...remaining(part)], [206, 4, 6, 3])
  const known = await get({ 'if-none-match': etag })
  t.same([known.statusCode, ...remaining(known)], [304, 6, 2])
  const wrong = await app.inject({ url: `${url}x`, remoteAddress: '192.0.2.1' })
  t.same([wrong.statusCode, ...remaining(wrong)], [403, 6, 1])
  await get()

  const over = await get()
  t.equal(over.statusCode, 429)
  t.match(over.json(), { success: false, error: { code: 'RATE_LIMITED' } })
  t.ok(Number(over.headers['retry-after']) >= 1)
  t.equal((await get({}, 'GET', '192.0.2.2')).statusCode, 200, 'counts other addresses separately')
  t.equal((await photosOf(app, person)).profilePhotos.length, 1, 'counts other requests separately')
  t.same(remaining(await app.inject({ url: '/nowhere', remoteAddress: '192.0.2.1' })), [100, 99])
})
