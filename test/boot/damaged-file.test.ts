import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { isolatedSettings } from '../helper.js'
import { startExpectingFailure, startService } from '../service-process.js'

const pageSize = 4096

/** Overwrites all pages of a data file except for the first one, which contains its header. */
async function damage(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  await file.write(Buffer.alloc(size - pageSize, 0xa5), 0, size - pageSize, pageSize)
  await file.close()
}

/** A workout of a quarter of a megabyte. */
const largeWorkout = (exerciseId: string) => ({
  ...{ id: newId(), startedAt: '2026-01-05T18:00:00Z', endedAt: '2026-01-05T19:00:00Z', timezone: 'UTC' },
  exercises: Array.from({ length: 50 }, () => ({
    id: newId(),
    exerciseId,
    notes: 'x'.repeat(5000),
    sets: [],
  })),
})

const newId = () => randomBytes(12).toString('hex')

/** Signs in with the demo account. @returns a function that sends an operation */
async function client(url: string) {
  const post = (path: string, body: object, headers = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const login = await post('/auth/login', { email: 'demo@example.com', password: 'demo-Passw0rd' })
  const { accessToken } = (await login.json()) as { accessToken: string }
  return async (query: string, variables = {}) => {
    const response = await post('/graphql', { query, variables }, { authorization: `Bearer ${accessToken}` })
    return response.text()
  }
}

const explanation =
  'The data file of the embedded database is damaged. Stop the service, move the folder DATA_PATH with data.sqlite ' +
  'and data.sqlite-wal to another place, and restore a backup.'

t.test('explains damage of the data file that it finds while it runs, but not to clients', async t => {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { DEMO_ACCOUNTS: 'true' })
  const first = await startService(t, settings)
  const save = await client(first.url)
  const { data } = JSON.parse(await save('{ exercises(first: 1) { edges { node { id } } } }')) as {
    data: { exercises: { edges: { node: { id: string } }[] } }
  }
  const [edge] = data.exercises.edges
  for (let count = 0; count < 20; count++) {
    const saved = await save('mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }', {
      input: largeWorkout(edge?.node.id ?? ''),
    })
    t.notMatch(saved, 'errors')
  }
  first.kill('SIGTERM')
  await first.exited

  // The pages of these workouts are in no cache after a restart.
  const { url, output, printed, kill, exited } = await startService(t, settings)
  const ask = await client(url)
  const ready = () => fetch(`${url}/health/ready`)
  t.equal((await ready()).status, 200)
  await damage(join(settings.DATA_PATH!, 'database/data.sqlite'))
  const answer = await ask('{ workouts(first: 20) { edges { node { exercises { notes } } } } }')
  t.match(JSON.parse(answer), { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 } }] })
  t.notMatch(answer, /damage|malformed|sqlite|DATA_PATH/i)

  await printed(lines => lines.includes('"level":50'))
  const failures = output()
    .split('\n')
    .filter(line => line.includes('"level":50'))
    .map(line => (JSON.parse(line) as { err: object }).err)
  t.match(failures[0], {
    ...{ type: 'DatabaseDamagedError', message: explanation },
    cause: { message: 'database disk image is malformed' },
  })
  const notReady = await ready()
  t.equal(notReady.status, 503)
  t.match(await notReady.json(), { code: 'SERVICE_UNAVAILABLE', message: explanation })
  t.equal((await fetch(`${url}/health/live`)).status, 200)

  kill('SIGTERM')
  t.strictSame(await exited, [0, null])
  t.match(await startExpectingFailure(settings), [1, /data\.sqlite cannot be read .*restore a backup/])
})
