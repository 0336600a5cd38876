import { randomBytes } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { KiB } from '../../src/lib/quantities.js'
import { checkDataFile } from '../../src/platform/database/embedded/check-data-file.js'
import { jpeg } from '../images.js'
import { isolatedSettings } from '../helper.js'
import { startArguments, startService } from '../service-process.js'
import { jpegOf } from '../features/media/photos/photo-app.js'

/** Starts the service on the embedded database, with a limit of its file sizes. */
async function started(t: Test) {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, {
    ...{ DEMO_ACCOUNTS: 'true', RATE_LIMIT_PUBLIC_PER_HOUR: '10000' },
  })
  const { pid, kill, ...service } = await startService(t, settings)
  return {
    ...service,
    end: () => kill('SIGTERM'),
    /** Checks the data file as the next start does. */
    check: () => checkDataFile({ folder: join(settings.DATA_PATH!, 'database') }),
    /** Limits the size of files, which has the effect of a full disk. */
    limit: (size: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]),
    logSize: async () => (await stat(join(settings.DATA_PATH!, 'database/data.sqlite-wal'))).size,
    files: async () =>
      (await readdir(join(settings.DATA_PATH!, 'storage'), { recursive: true, withFileTypes: true }))
        .filter(entry => entry.isFile())
        .map(({ name }) => name),
  }
}

interface Answer {
  data?: unknown
  errors?: unknown
}

const saveLargeWorkout = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'

/** A workout of a quarter of a megabyte. */
const largeWorkout = (exerciseId: string) => ({
  ...{ id: newId(), startedAt: new Date().toISOString(), endedAt: new Date(Date.now() + 1000).toISOString() },
  timezone: 'UTC',
  exercises: Array.from({ length: 50 }, () => ({
    id: newId(),
    exerciseId,
    notes: 'x'.repeat(5000),
    sets: [],
  })),
})

const newId = () => randomBytes(12).toString('hex')

async function anExercise(url: string): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ exercises(first: 1) { edges { node { id } } } }' }),
  })
  const { data } = (await response.json()) as { data: { exercises: { edges: { node: { id: string } }[] } } }
  return data.exercises.edges[0]?.node.id ?? ''
}

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

t.test(
  'serves reads while the disk is full, responds with 503 to writes and uploads, and recovers without a restart',
  { skip: !hasPrlimit && 'prlimit is a program of Linux' },
  async t => {
    const { url, limit, logSize, files, output, exited, end, check } = await started(t)
    const post = (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const logIn = () => post('/auth/login', { email: 'demo@example.com', password: 'demo-Passw0rd' })
    const register = (name: string) =>
      post('/auth/register', {
        email: `${name}@example.com`,
        username: name,
        password: 'correct horse battery',
      })
    const { accessToken } = (await (await logIn()).json()) as { accessToken: string }
    const headers = { authorization: `Bearer ${accessToken}` }
    const ask = async (query: string, variables = {}): Promise<[number, string | null, Answer]> => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const answer = (await response.json()) as Answer
      return [response.status, response.headers.get('retry-after'), answer]
    }
    const upload = (photo = jpeg()) => {
      const body = new FormData()
      body.set('file', new File([photo], 'me.jpg', { type: 'image/jpeg' }))
      return fetch(`${url}/api/storage/profile-photo/upload`, { method: 'POST', headers, body })
    }
    const rename = (name: string) =>
      ask(`mutation { updateProfile(input: { firstName: "${name}" }) { user { id } } }`)
    const whoAmI = () => ask('{ me { firstName } }')
    await rename('Before')
    t.equal((await upload()).status, 201)
    const stored = await files()
    limit(await logSize())
    // Write until the log has reached the limit.
    const exerciseId = await anExercise(url)
    for (let round = 0; round < 400; round++) {
      const [, , saved] = await ask(saveLargeWorkout, { input: largeWorkout(exerciseId) })
      if (saved.errors) break
    }
    const before = await whoAmI()
    const responses = await Promise.all([logIn(), logIn(), register('late-1'), register('late-2')])
    for (const answer of responses) {
      t.same([answer.status, answer.headers.get('retry-after')], [503, '5'])
      t.match(await answer.json(), { code: 'SERVICE_UNAVAILABLE' })
    }
    const [, , renamed] = await rename('Meanwhile')
    t.match(renamed, { errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE', retryAfter: 5 } }] })
    t.same(await whoAmI(), before, 'reads are served')
    limit(64 * KiB)
    const refused = await upload(jpegOf(128 * KiB))
    t.same([refused.status, refused.headers.get('retry-after')], [503, '5'])
    t.match(await refused.json(), { success: false, error: { code: 'SERVICE_UNAVAILABLE' } })
    t.same(await files(), stored, 'no file of the rejected upload remains')
    t.match(output(), 'EFBIG', 'logs the reason')

    limit('unlimited')
    t.match(await rename('After'), [200, null])
    t.match(await whoAmI(), [200, null, { data: { me: { firstName: 'After' } } }])
    t.equal((await logIn()).status, 200)
    t.equal((await upload()).status, 201)
    end()
    t.strictSame(await exited, [0, null])
    await check()
  },
)

t.test(
  'explains that a new data folder cannot be created on a full disk',
  { skip: !hasPrlimit && 'prlimit is a program of Linux' },
  async t => {
    const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { PORT: '0' })
    const { status, signal, stderr } = spawnSync(
      'prlimit',
      ['--fsize=20000', process.execPath, ...startArguments],
      {
        env: { PATH: process.env.PATH, ...settings },
        encoding: 'utf8',
      },
    )
    t.strictSame({ status, signal }, { status: 1, signal: null })
    t.match(stderr, /^The service cannot start: .*set DATA_PATH/)
    t.notMatch(stderr, /^ +at /m)
  },
)
