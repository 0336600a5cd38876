import t from 'tap'
import { updateProfile } from '../features/people/profile/operations.js'
import { accountChanged, responseOf, follow, socketClient } from '../graphql/subscriptions/live.js'
import { counted } from './metrics.js'
import { demoAccount, logIn, post, skip, startWorkers } from './start-workers.js'

t.test('shares state among several workers', { skip }, async t => {
  const settings = { RATE_LIMIT_LOGIN_FAILURES: '5', METRICS_PORT: '0' }
  const { url, lines, pids, logged, kill, exited } = await startWorkers(t, settings)
  const headers = await logIn(url)
  const ask = (query: string, variables = {}) => post(`${url}/graphql`, { query, variables }, headers)
  /** Returns the number of workers that have responded to requests with these fields. */
  const servers = (fields: object) =>
    new Set(
      lines('request completed')
        .filter(line => Object.entries(fields).every(([name, value]) => line[name] === value))
        .map(({ pid }) => pid),
    ).size

  await t.test('counts failed logins of all workers together', async t => {
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 7; attempt++)
      statuses.push((await post(`${url}/auth/login`, { ...demoAccount, password: 'wrong' })).status)
    t.same(statuses, [401, 401, 401, 401, 401, 429, 429])
    await logged('request completed', 8)
    t.equal(servers({ status: 401 }), 2, 'both workers have responded')
  })

  await t.test('counts requests of all workers together', async t => {
    const left = async () =>
      Number((await ask('query Count { me { id } }')).headers.get('x-ratelimit-remaining'))
    const first = await left()
    t.same([await left(), await left(), await left()], [first - 1, first - 2, first - 3])
    t.equal(servers({ operation: 'Count' }), 2, 'both workers have responded')
  })

  await t.test('delivers events of one worker to all', async t => {
    const socketUrl = `${url.replace('http', 'ws')}/graphql`
    const clients = [1, 2, 3, 4].map(() => socketClient(t, socketUrl, { connectionParams: headers }))
    const readers = clients.map(client => follow(client, { query: accountChanged }))
    for (const client of clients) await responseOf(client, { query: '{ __typename }' })
    await ask(updateProfile, { input: { firstName: 'Ada' } })
    for (const { next } of readers) t.same(await next(), { data: { accountChanged: { firstName: 'Ada' } } })
  })

  await t.test('serves the metrics of all workers, also after one has been killed', async t => {
    const [line] = lines('serving metrics at /metrics')
    t.equal(line?.pid, lines('primary starting')[0]?.pid, 'the primary serves the metrics')
    const total = await counted(Number(line?.port))
    t.equal(total('fitness_http_requests_total', { route: '/auth/login', status: '401' }), 5)
    t.equal(total('fitness_http_request_duration_seconds_count', { route: '/auth/login' }), 8)
    t.equal(total('fitness_workers_ready'), 2)
    process.kill(pids()[0]!, 'SIGKILL')
    await logged('worker ready', 3)
    const later = await counted(Number(line?.port))
    t.equal(later('fitness_http_requests_total', { route: '/auth/login', status: '401' }), 5)
    t.same([later('fitness_workers_ready'), later('fitness_workers_crashed_total')], [2, 1])
  })

  kill('SIGTERM')
  t.strictSame(await exited, [0, null])
})
