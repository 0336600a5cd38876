import Fastify from 'fastify'
import t from 'tap'
import { chores } from '../../src/features/chores.js'
import { assemble, type Ground } from '../../src/features/feature.js'
import { background } from '../../src/lib/background.js'

const ground = {} as Ground

t.test('each feature gets the services of those before it', t => {
  const first = () => ({ services: { one: 1 } })
  const second = (_ground: Ground, { one }: { one: number }) => ({ services: { two: one + 1 } })
  t.same(assemble(ground).add(first).add(second).services, { one: 1, two: 2 })
  t.end()
})

t.test('resolvers of one type come from several features, but no field from two', t => {
  const one = () => ({ services: {}, resolvers: { Query: { me: () => null } } })
  const other = () => ({ services: {}, resolvers: { Query: { user: () => null } } })
  t.same(Object.keys(assemble(ground).add(one).add(other).resolvers.Query), ['me', 'user'])
  t.throws(() => assemble(ground).add(one).add(one), { message: 'two features resolve Query.me' })
  t.end()
})

t.test('chores are done at the start, and one that fails keeps nobody from theirs', async t => {
  const failures: string[] = []
  const work = background(10, (_error, { purpose }) => failures.push(purpose))
  const done: string[] = []
  const chore = (name: string) => ({ name, every: 60_000, run: async () => done.push(name) })
  const failing = { name: 'failing', every: 60_000, run: async () => Promise.reject(new Error('fails')) }
  const app = Fastify()
  t.teardown(() => app.close())
  const modules = [
    { services: {}, chores: [failing, chore('a')] },
    { services: {}, chores: [chore('b')] },
  ]
  await app.register(chores, { modules, background: work })
  await app.ready()
  await work.settled()
  t.same([done, failures], [['a', 'b'], ['failing']])
})
