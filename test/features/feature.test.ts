import { mock } from 'node:test'
import Fastify from 'fastify'
import t from 'tap'
import { packageDelay, scheduledJobs } from '../../src/features/scheduled-jobs.js'
import { assembleFeatures, type FeatureContext } from '../../src/features/feature.js'
import { createBackgroundTasks } from '../../src/lib/background-tasks.js'

const context = {} as FeatureContext

t.test('passes each feature the services of earlier features', t => {
  const first = () => ({ services: { one: 1 } })
  const second = (_context: FeatureContext, { one }: { one: number }) => ({ services: { two: one + 1 } })
  t.same(assembleFeatures(context, {}).add(first).add(second).services, { one: 1, two: 2 })
  t.end()
})

t.test('combines resolvers of one type from several features, but no field from two', t => {
  const one = () => ({ services: {}, resolvers: { Query: { me: () => null } } })
  const other = () => ({ services: {}, resolvers: { Query: { user: () => null } } })
  t.same(Object.keys(assembleFeatures(context, {}).add(one).add(other).resolvers.Query), ['me', 'user'])
  const twice = assembleFeatures(context, {}).add(one).add(one)
  t.throws(() => twice.resolvers, { message: 'two features resolve Query.me' })
  t.end()
})

t.test('lists the parts of a feature before it, and takes their resolvers from it', t => {
  const part = (_context: FeatureContext, { one }: { one: number }) => ({
    services: { inner: one },
    resolvers: { Query: { me: () => null } },
  })
  const first = () => ({ services: { one: 1 } })
  const whole = (given: FeatureContext, needs: { one: number }) => {
    const { services, resolvers, modules } = assembleFeatures(given, needs).add(part)
    return { services: { outer: services.inner + 1 }, resolvers, parts: modules }
  }
  const { services, resolvers, modules } = assembleFeatures(context, {}).add(first).add(whole)
  t.same(services, { one: 1, outer: 2 }, 'services of a part stay inside')
  t.same(Object.keys(resolvers.Query), ['me'])
  t.same(
    modules.map(module => Object.keys(module.services)),
    [['one'], ['inner'], ['outer']],
  )
  t.end()
})

t.test('runs the other jobs at the start when one of them fails', async t => {
  const failures: string[] = []
  const work = createBackgroundTasks(10, (_error, { purpose }) => failures.push(purpose))
  const done: string[] = []
  const job = (name: string) => ({ name, interval: 60_000, run: async () => done.push(name) })
  const failing = { name: 'failing', interval: 60_000, run: async () => Promise.reject(new Error('fails')) }
  const app = Fastify()
  t.teardown(() => app.close())
  const modules = [
    { services: {}, jobs: [failing, job('a')] },
    { services: {}, jobs: [job('b')] },
  ]
  await app.register(scheduledJobs, { modules, background: work })
  await app.ready()
  await work.drain()
  t.same([done, failures], [['a', 'b'], ['failing']])
})

t.test('fills caches when it listens, and loads packages a second later', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const done: string[] = []
  const module = {
    services: {},
    warmUp: async () => done.push('caches'),
    loadPackages: async () => done.push('packages'),
  }
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(scheduledJobs, {
    modules: [module],
    background: createBackgroundTasks(10, () => t.fail('a task fails')),
  })
  await app.listen({ port: 0 })
  t.same(done, ['caches'])
  mock.timers.tick(packageDelay - 1)
  t.same(done, ['caches'])
  mock.timers.tick(1)
  t.same(done, ['caches', 'packages'])
})

t.test('loads no packages if it closes before', async t => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  const app = Fastify()
  const module = { services: {}, loadPackages: async () => t.fail('loads packages') }
  await app.register(scheduledJobs, {
    modules: [module],
    background: createBackgroundTasks(10, () => t.fail('a task fails')),
  })
  await app.listen({ port: 0 })
  await app.close()
  mock.timers.tick(packageDelay)
})
