import t from 'tap'
import type { App } from '../../../../src/app.js'
import { seconds } from '../../../../src/lib/quantities.js'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { countCommands } from '../../../commands.js'
import { createLatch } from '../../../latch.js'
import { queryGraphQL, build, isolatedSettings } from '../../../helper.js'
import { manualClock } from '../../people/auth/requests.js'
import { starterCatalogue } from './starter-catalogue.js'

const names = async (app: Parameters<typeof queryGraphQL>[0]) => {
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { name: string } }[] } }>(
    app,
    '{ exercises(first: 10) { edges { node { name } } } }',
  )
  return data!.exercises.edges.map(({ node }) => node.name)
}

t.test('loads the catalogue at the start, and lets requests during the load wait for it', async t => {
  const readings = async (whileListening: (app: App) => Promise<unknown>) => {
    const { observe, during } = countCommands(t)
    const app = await build(t, { wrapDatabase: observe })
    await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
    const { commands } = await during(async () => {
      await app.listen({ port: 0 })
      await whileListening(app)
      // Wait for background tasks.
      await app.close()
    })
    return commands.filter(command => command === 'exercises.find').length
  }
  t.equal(await readings(async () => undefined), 1)
  t.equal(await readings(names), 1)
})

t.test('shows an import immediately that happens while the catalogue is loaded', async t => {
  const read = createLatch()
  const imported = createLatch()
  let isHeld = false
  const slowly = <T extends Entity>(collection: Collection<T>): Collection<T> => ({
    ...collection,
    async find(...given) {
      const isLate = isHeld
      const found = await collection.find(...given)
      if (!isLate) return found
      read.open()
      await imported.passed
      return found
    },
  })
  const observe = (database: Database): Database => ({
    ...database,
    collection: <T extends Entity>(name: string, indexes?: Index[]) => {
      const collection = database.collection<T>(name, indexes)
      return name === 'exercises' ? slowly(collection) : collection
    },
  })
  const app = await build(t, { wrapDatabase: observe })
  const { exercises } = app.features.services
  await exercises.import(starterCatalogue.slice(0, 1), 'starter')
  isHeld = true
  const reading = names(app)
  await read.passed
  isHeld = false
  await exercises.import(starterCatalogue.slice(0, 2), 'starter')
  imported.open()
  await reading
  t.equal((await names(app)).length, 2)
})

// Only MongoDB can serve two instances, because the embedded database belongs to one process.
if (process.env.TEST_MONGODB_URI !== undefined)
  t.test('shows imports of other instances regardless of their clocks', async t => {
    const settings = isolatedSettings(t)
    const { clock, advance } = manualClock()
    const past = new Date('2020-01-01T00:00:00.000Z')
    const here = await build(t, { settings, clock })
    const there = await build(t, { settings, clock: () => past })
    const [first, second] = starterCatalogue.slice(0, 2) as [
      (typeof starterCatalogue)[number],
      (typeof starterCatalogue)[number],
    ]
    await here.features.services.exercises.import([first, second], 'starter')
    t.same(new Set(await names(here)), new Set([first.name, second.name]))

    // The import adds nothing, and its change has an earlier timestamp than all exercises.
    const changed = { ...first, name: 'Zercher Something' }
    t.match(await there.features.services.exercises.import([changed], 'starter'), { changed: 1 })
    advance(6 * seconds)
    t.same(new Set(await names(here)), new Set([changed.name, second.name]))
  })
t.pass('with TEST_MONGODB_URI, two instances are tried')
