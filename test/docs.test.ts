import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import t from 'tap'
import { errorStatuses } from '../src/errors.js'
import { Settings } from '../src/config/settings.js'
import { build } from './helper.js'

const read = (file: string) => readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8')

t.test('explains every error code with its status', async t => {
  const rows = [...(await read('errors-and-limits.md')).matchAll(/^\| `([A-Z_]+)` +\| (\d{3}) /gm)]
  t.same(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)])), errorStatuses)
})

t.test('names only existing settings in the limits', async t => {
  const named = (await read('errors-and-limits.md')).matchAll(
    /`((?:RATE_LIMIT|GRAPHQL_MAX|LOCAL_STORAGE)_\w+)`/g,
  )
  for (const [, name = ''] of named) t.ok(name in Settings.properties, name)
})

t.test('names only existing log messages in the runbook', async t => {
  const folder = new URL('../../src/', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.ts'))
  const sources = await Promise.all(files.map(file => readFile(new URL(file, folder), 'utf8')))
  const named = (await read('runbook.md')).matchAll(
    /(?:log lines?|Search for|level 60) [`(]+([A-Za-z][a-z :]+)`/g,
  )
  const messages = [...named].map(([, message = '']) => message)
  t.ok(messages.length > 4)
  for (const message of messages)
    t.ok(
      sources.some(source => source.includes(`'${message}`) || source.includes(`\`${message}`)),
      message,
    )
})

t.test('accepts the documented test vector of a signed request, and no other signature', async t => {
  const text = await read('clients.md')
  const cell = (part: string) => new RegExp(`^\\| ${part} +\\| \`(.+)\` +\\|$`, 'm').exec(text)?.[1] ?? ''
  const timestamp = cell('`X-Timestamp`')
  const body = cell('body')
  const userId = cell('`X-User-ID`')
  const vector = createHmac('sha256', cell('`HMAC_SECRET`'))
    .update([cell('method'), cell('path'), timestamp, body, userId].join('|'))
    .digest('hex')
  t.equal(cell('`X-Signature`'), vector)

  const app = await build(t, {
    settings: { HMAC_ENABLED: 'true', HMAC_SECRET: cell('`HMAC_SECRET`') },
    clock: () => new Date(Number(timestamp) * 1000),
  })
  const send = (signature: string) =>
    app.inject({
      method: cell('method') as 'POST',
      url: cell('path'),
      headers: {
        'content-type': 'application/json',
        'x-user-id': userId,
        'x-timestamp': timestamp,
        'x-signature': signature,
      },
      payload: body,
    })
  const response = await send(cell('`X-Signature`'))
  t.equal(response.statusCode, 200)
  t.match(response.json(), { data: { exercises: { totalCount: Number } } })
  t.equal((await send(vector.replace(/.$/, last => (last === '0' ? '1' : '0')))).statusCode, 401)
})
