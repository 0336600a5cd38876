import t from 'tap'
import { jpeg } from '../../../images.js'
import {
  boundary,
  contextPart,
  assertRefused,
  multipartBody,
  multipartType,
  photoApp,
  photoPart,
  post,
  uploadUrl,
  type Part,
} from './photo-app.js'

t.test('requires a valid token for uploads', async t => {
  let now = new Date()
  const { app, person, isEmpty } = await photoApp(t, { clock: () => now })
  const [head, payload, signature] = person.token.split('.')
  const none = { headers: {} }
  const refused: Record<string, { headers: object }> = {
    none,
    basic: { headers: { authorization: 'Basic YTpi' } },
    altered: { headers: { authorization: `Bearer ${head}.${payload}x.${signature}` } },
    refresh: { headers: { authorization: `Bearer ${person.refreshToken}` } },
  }
  for (const [what, stranger] of Object.entries(refused))
    assertRefused(t, await post(app, stranger as typeof person, [photoPart()]), 401, 'UNAUTHENTICATED', what)
  const { authorization } = person.headers
  now = new Date(now.getTime() + 15 * 60 * 1000)
  assertRefused(
    t,
    await post(app, { headers: { authorization } }, [photoPart()]),
    401,
    'TOKEN_EXPIRED',
    'expired',
  )
  now = new Date(now.getTime() - 15 * 60 * 1000)
  await isEmpty('without a token')
})

t.test('rejects bodies that are not multipart', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const bodies: [type: string | undefined, payload: string][] = [
    ['application/json', '{}'],
    ['application/json', '{'],
    ['application/json', ''],
    ['application/json', JSON.stringify('x'.repeat(300 * 1024))],
    ['application/json; charset=utf-8', '{}'],
    ['text/plain', 'file'],
    ['text/plain', 'x'.repeat(300 * 1024)],
    ['application/x-www-form-urlencoded', 'file=x'],
    ['image/jpeg', 'x'],
    ['multipart/mixed; boundary=x', '--x--'],
    ['multipart', 'x'],
    [';;;', 'x'],
    ['x', 'x'],
    [undefined, ''],
    [undefined, 'x'],
  ]
  for (const [type, payload] of bodies) {
    const headers = { ...person.headers, ...(type === undefined ? {} : { 'content-type': type }) }
    const response = await app.inject({ method: 'POST', url: uploadUrl, headers, payload })
    assertRefused(t, response, 400, 'BAD_REQUEST', `${type}: ${payload.slice(0, 20)}`)
  }
  await isEmpty('not multipart')
})

t.test('rejects malformed multipart bodies', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const whole = multipartBody([photoPart()])
  const send = (payload: Buffer | string, type = multipartType) =>
    app.inject({
      method: 'POST',
      url: uploadUrl,
      headers: { ...person.headers, 'content-type': type },
      payload,
    })
  const types = {
    'no boundary': 'multipart/form-data',
    'an empty boundary': 'multipart/form-data; boundary=',
    'another boundary': 'multipart/form-data; boundary=other',
    'a huge boundary': `multipart/form-data; boundary=${'x'.repeat(5000)}`,
  }
  for (const [what, type] of Object.entries(types))
    assertRefused(t, await send(whole, type), 400, 'BAD_REQUEST', what)

  const end = whole.length
  for (const length of [0, 1, 20, 60, 130, 200, end - 200, end - 30, end - 20])
    assertRefused(t, await send(whole.subarray(0, length)), 400, 'BAD_REQUEST', `cut at ${length} of ${end}`)
  assertRefused(t, await send('\r\n\r\n'), 400, 'BAD_REQUEST', 'line breaks')
  assertRefused(t, await send(`--${boundary}--\r\n`), 400, 'BAD_REQUEST', 'no part')
  assertRefused(t, await send(`--${boundary}\r\n\r\n\r\n--${boundary}--\r\n`), 400, 'BAD_REQUEST', 'no head')
  await isEmpty('broken')
})

t.test('rejects missing, repeated, too many and too large parts', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const note = (content: string): Part => ({ field: 'note', content })
  const head = (line: string): Part => ({ head: line, content: jpeg() })
  const refused: Record<string, Part[]> = {
    'no file': [contextPart('PROFILE_PICTURE')],
    'a field for a file': [{ field: 'file', content: 'me.jpg' }],
    'another field': [photoPart({ field: 'photo' })],
    'the prototype': [photoPart({ field: '__proto__' })],
    'the prototype as a field': [photoPart(), { field: 'constructor', content: 'x' }],
    'two files': [photoPart(), photoPart()],
    'another file behind': [photoPart(), photoPart({ field: 'photo' })],
    'another file before': [photoPart({ field: 'photo' }), photoPart()],
    'too many fields': [photoPart(), ...Array.from({ length: 6 }, () => note('x'))],
    'too many fields first': [...Array.from({ length: 60 }, () => note('x')), photoPart()],
    'a giant context': [photoPart(), contextPart('PROFILE_PICTURE'.padEnd(2 * 1024 * 1024, 'E'))],
    'an unknown context': [contextPart('PROGRESS_PHOTO'), photoPart()],
    'an unknown context behind': [photoPart(), contextPart('profile_picture')],
    'an empty context': [photoPart(), contextPart('')],
    'an unknown context before a known one': [
      photoPart(),
      contextPart('PROGRESS_PHOTO'),
      contextPart('PROFILE_PICTURE'),
    ],
    'a repeated context': [contextPart('PROFILE_PICTURE'), photoPart(), contextPart('PROFILE_PICTURE')],
    'a context for a list': [
      photoPart(),
      { ...contextPart('["PROFILE_PICTURE"]'), type: 'application/json' },
    ],
    'a context that is broken JSON': [photoPart(), { ...contextPart('{'), type: 'application/json' }],
    'no name of the field': [
      head('Content-Disposition: form-data; filename="a.jpg"\r\nContent-Type: image/jpeg'),
    ],
    'no disposition': [head('Content-Type: image/jpeg')],
  }
  for (const [what, parts] of Object.entries(refused))
    assertRefused(t, await post(app, person, parts), 400, 'BAD_REQUEST', what)
  await isEmpty('wrong parts')
})

t.test('responds with 404 for other methods and addresses of the storage', async t => {
  const { app, person } = await photoApp(t)
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
    assertRefused(
      t,
      await app.inject({ method, url: uploadUrl, headers: person.headers }),
      404,
      'NOT_FOUND',
      method,
    )
  for (const url of ['/api/storage', '/api/storage/', '/api/storage/signed', '/api/storage/x?y'])
    assertRefused(t, await app.inject(url), 404, 'NOT_FOUND', url)
})
