/**
 * Kills the process at random moments while eight users upload photos, then checks that every confirmed photo exists and
 * that no unconfirmed one is shown.
 * Run: npm run build && node dist/test/bench/kill-upload.js [kills]
 */
import './without-runner.js'
import { loadConfig } from '../../src/config.js'
import { buildApp } from '../../src/app.js'
import { seconds } from '../../src/lib/quantities.js'
import { signUp, isolatedSettings, type TestUser } from '../helper.js'
import { jpeg } from '../images.js'
import { startService } from '../service-process.js'

const kills = Number(process.argv[2] ?? 40)
const uploaders = 8
const longestLife = 2 * seconds

const teardowns: (() => unknown)[] = []
const settings = isolatedSettings(
  { teardown: teardown => void teardowns.push(teardown) },
  {
    JWT_ACCESS_TOKEN_EXPIRES_IN: '2h',
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
    RATE_LIMIT_UPLOAD_PER_MINUTE: '1000000',
    RATE_LIMIT_UPLOAD_PER_HOUR: '1000000',
  },
)
const users = await makePeople()
/** Newest photo of each user before the uploads. */
const newest = new Map<TestUser, string | undefined>()
const total = { confirmed: 0, unconfirmed: 0, lost: 0, shown: 0 }
for (let kill = 0; kill < kills; kill++) await killWhileUploading()
for (const teardown of teardowns.toReversed()) await teardown()
const { confirmed, unconfirmed, lost, shown } = total
console.log(
  `${kills} kills: ${confirmed} confirmed, ${lost} of them lost; ${unconfirmed} unconfirmed, ${shown} of them shown`,
)
// The test runner that the helpers import would wait for tests.
process.exit(lost === 0 ? 0 : 1)

async function makePeople(): Promise<TestUser[]> {
  const app = await buildApp(loadConfig(settings))
  await app.ready()
  const users = await Promise.all(Array.from({ length: uploaders }, () => signUp(app)))
  await app.close()
  return users
}

async function killWhileUploading(): Promise<void> {
  const service = await open()
  setTimeout(() => service.kill('SIGKILL'), Math.random() * longestLife)
  const confirmed = await Promise.all(users.map(user => uploadUntilItEnds(service.url, user)))
  await service.exited
  const revived = await open()
  for (const [place, user] of users.entries()) await compare(revived.url, user, confirmed[place]!)
  revived.kill('SIGKILL')
  await revived.exited
}

function open() {
  return startService({ teardown: teardown => void teardowns.push(teardown) }, settings)
}

/** @returns the ids that were confirmed; the last upload is not */
async function uploadUntilItEnds(url: string, { headers }: TestUser): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(jpeg())], { type: 'image/jpeg' }), 'photo.jpg')
    const address = `${url}/api/storage/profile-photo/upload`
    try {
      const response = await fetch(address, { method: 'POST', headers, body })
      const { data } = (await response.json()) as { data: { assetId: string } }
      ids.push(data.assetId)
    } catch {
      return ids
    }
  }
}

async function compare(url: string, user: TestUser, ids: readonly string[]): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...user.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ me { profilePhotos { id } } }' }),
  })
  const { data } = (await response.json()) as { data: { me: { profilePhotos: { id: string }[] } } }
  const active = data.me.profilePhotos.map(({ id }) => id)
  // The five newest are active, and an unconfirmed one may be the newest.
  total.lost += ids.slice(-4).filter(id => !active.includes(id)).length
  total.confirmed += ids.length
  total.unconfirmed++
  if (active[0] !== (ids.at(-1) ?? newest.get(user))) total.shown++
  newest.set(user, active[0])
}
