import t from 'tap'
import { build, signUp } from '../../../helper.js'
import { follow, setsOf, type Known } from './device.js'
import { threeExercises } from './exercises.js'
import { createPhone, type Network, type Phone } from './phone.js'

/** Repeatable: the seed is printed. */
function chances(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return below === 0 ? 0 : Math.floor((state / 2 ** 32) * below)
  }
}

const reliable: Network = () => 'ARRIVES'

async function settle(phones: readonly Phone[]): Promise<void> {
  for (const phone of phones) while (!(await phone.send(reliable))) await phone.pull()
  for (const phone of phones) await phone.pull()
}

const living = (known: ReadonlyMap<string, Known>) =>
  Object.fromEntries([...known].filter(([, { copy }]) => copy !== null).sort())

t.test('a phone that was offline and another device converge, and no set is lost untold', async t => {
  const app = await build(t, { clock: () => new Date('2026-05-02T08:00:00.000Z') })
  const person = await signUp(app)
  const exerciseIds = await threeExercises(app)
  const seed = Math.floor(Math.random() * 2 ** 31)
  const chance = chances(seed)
  const network: Network = () => (['ARRIVES', 'IS LOST', 'ANSWER IS LOST'] as const)[chance(3)] ?? 'ARRIVES'
  const phone = createPhone(app, person, 1, chance)
  const other = createPhone(app, person, 2, chance)

  for (let operation = 0; operation < 500; operation++) {
    phone.act(exerciseIds)
    // The other device is online, and writes half as much.
    if (chance(2) === 0) {
      other.act(exerciseIds)
      await other.send(reliable)
    }
    if (chance(60) === 0) await phone.send(network)
    if (chance(40) === 0) await phone.pull()
    if (chance(20) === 0) await other.pull()
  }
  await settle([phone, other])

  const server = new Map<string, Known>()
  await follow(app, person, server, null)
  t.same(living(phone.local), living(server), `the phone has what the server has (seed ${seed})`)
  t.same(living(other.local), living(server), `so has the other device (seed ${seed})`)

  const there = new Set([...server.values()].flatMap(({ copy }) => setsOf(copy)))
  const devices = [phone, other]
  const accounted = (id: string) => devices.some(({ removed, told }) => removed.has(id) || told.has(id))
  const lost = devices.flatMap(({ created }) => [...created]).filter(id => !there.has(id) && !accounted(id))
  t.same(lost, [], `no set is lost (seed ${seed})`)
  t.ok(there.size > 100, 'many sets are there')
  t.ok(
    devices.some(({ told }) => told.size > 0),
    'there were conflicts',
  )
})
