/**
 * Measures what the document cache saves: sends the same operation repeatedly, then with a different comment each time,
 * which forces parsing, cost analysis and validation, and a registered operation by its id. Requests are injected without
 * a network; processor time is compared, which does not depend on other load of the machine.
 * Run: npm run build && node dist/test/bench/hot-path.js
 */
import type { App } from '../../src/app.js'
import { post, unlimited } from '../graphql/requests.js'
import type { TestUser } from '../helper.js'
import { inProcess } from './in-process.js'
import { median } from './statistics.js'

const warmUp = 1500
const measured = 1500
const rounds = 5

const query = `query UserProfile {
  me {
    id email username name role verified firstName lastName country city bio workoutsCompleted
    profile {
      onboardingStatus goal experience age gender height heightUnit weight weightUnit muscleFocus frequency
      workoutSplit updatedAt
    }
    profilePhotos { id fileName contentType size url uploadedAt }
  }
}`
let changed = 0
const ways: Record<string, () => object> = {
  'registered, by its id': () => ({ documentId: 'example/1.0.0/UserProfile' }),
  'the same text': () => ({ query }),
  'another comment each time': () => ({ query: `${query} # ${changed++}` }),
}

/** Sends requests one after another. @returns processor time per request, in microseconds */
async function cost(app: App, account: TestUser, requests: number, bodyOf: () => object): Promise<number> {
  const before = process.cpuUsage()
  for (let sent = 0; sent < requests; sent++) {
    const response = await post(app, { body: bodyOf(), person: account })
    if (response.statusCode !== 200 || response.json().errors) throw new Error(response.body)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requests
}

const { app, person, stop } = await inProcess(unlimited)
for (const bodyOf of Object.values(ways)) await cost(app, person, warmUp, bodyOf)
const costs = Object.keys(ways).map(name => ({ name, samples: [] as number[] }))
for (let round = 0; round < rounds; round++)
  for (const { name, samples } of costs) samples.push(await cost(app, person, measured, ways[name]!))

const slowest = median(costs.at(-1)!.samples)
for (const { name, samples } of costs) {
  const own = median(samples)
  const perSecond = Math.round(1_000_000 / own)
  const times = (slowest / own).toFixed(1)
  console.log(
    `${name}: ${own.toFixed(0)} µs, ${perSecond} requests per second and core, ${times} times as many`,
  )
}
await stop()
