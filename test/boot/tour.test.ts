import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { isolatedSettings } from '../helper.js'
import { seedDatabase } from '../seeded-database.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const readme = await readFile(join(root, 'README.md'), 'utf8')

/** Returns the shell blocks below a heading of the README. */
const blocksOf = (heading: string) => {
  const [, text = ''] = new RegExp(`^## ${heading}\n([^]*?)^## `, 'm').exec(readme) ?? []
  return [...text.matchAll(/^```sh.*\n([^]*?)^```/gm)].map(([, block]) => block!)
}

/** Starts the service like `npm start`, on a free port and with a temporary data folder. */
async function startService(t: Test) {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  const { DATA_PATH = '', JWT_PRIVATE_KEY_PATH, BCRYPT_SALT_ROUNDS } = isolatedSettings(t)
  await seedDatabase({ DATA_PATH })
  const service = spawn(process.execPath, [join(root, 'dist/bundle/server.js')], {
    env: {
      PATH: process.env.PATH,
      DATA_PATH,
      JWT_PRIVATE_KEY_PATH,
      BCRYPT_SALT_ROUNDS,
      PORT: String(port),
      // A busy machine must not make the service refuse requests.
      MAX_EVENT_LOOP_DELAY: '30s',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(async () => {
    service.kill('SIGTERM')
    await once(service, 'exit')
  })
  let output = ''
  service.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  const printed = async (expected: string | RegExp) => {
    while (output.search(expected) < 0) await once(service.stdout, 'data')
    return output
  }
  await printed('Sign in, then query')
  return { url: `http://127.0.0.1:${port}`, folder: DATA_PATH, printed }
}

t.test('has a code block for each command that starts or tests the service', async t => {
  t.same(
    blocksOf('Getting started').map(block => block.replace(/ *#.*/, '').trim()),
    [
      'npm install && npm start',
      'npm install --ignore-scripts ./fitness-training-service-*.tgz\nnpx fitness-training-service start',
      'npm install && npm test',
    ],
  )
})

t.test('runs the tour, whose responses all end with a newline', async t => {
  const { url, folder, printed } = await startService(t)
  const script = blocksOf('Tour')
    .join('\necho ---\n')
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('.data/', `${folder}/`)
    .replaceAll('/tmp/photo.png', `${folder}/photo.png`)
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', script])
  const [signIn, graphQL, search, photo, register] = stdout.split('---\n')
  const json = (lines: string | undefined) =>
    lines!
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as object)

  t.match(json(signIn), [{ email: 'demo@example.com', role: 'USER' }])
  t.match(json(graphQL), [
    { data: { me: { name: String, role: 'USER' } } },
    { data: { updateProfile: { user: { profile: { goal: 'build_muscle', weight: 72.5 } } } } },
  ])
  t.match(json(search), [{ data: { exercises: { edges: [{ node: { name: /bench press/i } }] } } }])
  t.match(json(photo), [
    { success: true, data: { contentType: 'image/png' } },
    { data: { me: { profilePhotos: [{ url: String }] } } },
  ])
  t.match(register, /^\{"message":".*"\}\n[^{]+\.eml\n$/)
  t.ok(stdout.endsWith('\n'))

  const link = new RegExp(`^${url}/auth/verify-email\\?token=[\\w-]+$`, 'm')
  t.match(await printed(link), link, 'logs the link on a line of its own')
})

t.test('runs the training tour, which shows training live', async t => {
  const { url } = await startService(t)
  const [signIn, asking] = blocksOf('Tour')
  const [demo, screens] = blocksOf('Training tour')
  const command = join(root, 'dist/bundle/cli.js')
  const script = [signIn, asking, demo, screens]
    .join('\necho ---\n')
    .replaceAll('http://127.0.0.1:3000', url)
    .replace('npm run demo', `node ${command} demo ${url} --pace 0`)
  const { stdout, stderr } = await promisify(execFile)('bash', ['-eu', '-c', script])
  const [, , trained = '', shown = ''] = stdout.split('---\n')
  t.match(stderr, /A month of training 12\/12/)
  t.match(trained, /this device +12 workouts in [\d.]+ s; now live:/)
  t.match(trained, /this device +Barbell Back Squat, set 3: 5 × \d+(\.5)? kg/)
  t.match(trained, /other device +version 2, 1 set: Barbell Back Squat/)
  t.match(trained, /other device +version \d+, \d+ sets: completed/)
  t.match(trained, /record +Barbell Back Squat: WEIGHT \d+(\.5)? KG/)
  t.match(trained, /program +13 days are done/)
  t.match(trained, /Barbell Back Squat: 5 × 5 × \d+(\.5)? kg \(RAISED\)/)
  t.match(trained, /this device +kept the workout as the routine .+: \d exercises/)
  t.match(trained, /this device +in pounds: Barbell Back Squat 5 × \d+[05] lb/)
  const [home, library, running, history, program] = shown
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as object)
  t.match(home, { data: { me: { workoutsCompleted: 13 }, activeEnrollment: { completedDays: 13 } } })
  t.match(library, { data: { exercises: { edges: [{ node: { timesPerformed: Number } }] } } })
  t.match(running, { data: { activeWorkout: null } })
  t.match(history, {
    data: { workouts: { totalCount: 13, edges: [{ node: { totals: { sets: Number } } }, {}] } },
  })
  t.match(program, { data: { program: { title: String, weeks: [{ number: 1 }] } } })
})
