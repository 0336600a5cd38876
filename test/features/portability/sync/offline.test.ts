import t from 'tap'
import { build, signUp } from '../../../helper.js'
import { seededRandom } from '../../../seeded-random.js'
import { readChanges, setsOf, type Known } from './device.js'
import { threeExercises } from './exercises.js'
import { createPhone, type Network, type Phone } from './phone.js'

const reliable: Network = () => 'ARRIVES'

async function synchronize(phones: readonly Phone[]): Promise<void> {
  for (const phone of phones) while (!(await phone.send(reliable))) await phone.pull()
  for (const phone of phones) await phone.pull()
}

const activeOf = (known: ReadonlyMap<string, Known>) =>
  Object.fromEntries([...known].filter(([, { copy }]) => copy !== null).sort())

t.test('brings an offline phone and another device to the same state, and reports each lost set', async t => {
  const app = await build(t, { clock: () => new Date('2026-05-02T08:00:00.000Z') })
  const user = await signUp(app)
  const exerciseIds = await threeExercises(app)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const chance = seededRandom(seed)
  const network: Network = () =>
    (['ARRIVES', 'REQUEST IS LOST', 'RESPONSE IS LOST'] as const)[chance(3)] ?? 'ARRIVES'
  const phone = createPhone(app, user, 1, chance)
  const other = createPhone(app, user, 2, chance)

  for (let operation = 0; operation < 500; operation++) {
    phone.act(exerciseIds)
    // The other device is online and writes half as often.
    if (chance(2) === 0) {
      other.act(exerciseIds)
      await other.send(reliable)
    }
    if (chance(60) === 0) await phone.send(network)
    if (chance(40) === 0) await phone.pull()
    if (chance(20) === 0) await other.pull()
  }
  await synchronize([phone, other])

  const server = new Map<string, Known>()
  await readChanges(app, user, server, null)
  t.same(activeOf(phone.local), activeOf(server), `the phone has what the server has (seed ${seed})`)
  t.same(activeOf(other.local), activeOf(server), `so has the other device (seed ${seed})`)

  const stored = new Set([...server.values()].flatMap(({ copy }) => setsOf(copy)))
  const devices = [phone, other]
  const isAccountedFor = (id: string) =>
    devices.some(({ removed, reportedLost }) => removed.has(id) || reportedLost.has(id))
  const lost = devices
    .flatMap(({ created }) => [...created])
    .filter(id => !stored.has(id) && !isAccountedFor(id))
  t.same(lost, [], `no set is lost (seed ${seed})`)
  t.ok(stored.size > 100, 'many sets are stored')
  t.ok(
    devices.some(({ reportedLost }) => reportedLost.size > 0),
    'some writes conflict',
  )
})
