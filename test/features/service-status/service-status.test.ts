import t from 'tap'
import { days, minutes } from '../../../src/lib/quantities.js'
import { build, logIn, queryGraphQL, signUp } from '../../helper.js'
import { mailbox } from '../../mailbox.js'
import { manualClock, post, unlimitedLogins } from '../people/auth/requests.js'

interface Status {
  serviceStatus: {
    version: string
    startedAt: string
    heapUsedBytes: number
    heapLimitBytes: number
    isStorageReachable: boolean
    queues: { name: string; length: number; oldestAt: string | null; lastFailure: object | null }[]
    imports: { status: string; count: number }[]
    activity: { date: string; registrations: number; logins: number; failedLogins: number }[]
  }
}

const query = `{ serviceStatus {
  version startedAt heapUsedBytes heapLimitBytes isStorageReachable
  queues { name length oldestAt lastFailure { at reason } } imports { status count }
  activity { date registrations logins failedLogins }
} }`

t.test('reports queues, imports and the activity of the last two weeks', async t => {
  const box = await mailbox(t)
  box.refuse({ at: 'recipient', code: 451 })
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const settings = { ...unlimitedLogins, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '30d' }
  const app = await build(t, { settings, clock })
  const admin = await signUp(app, { role: 'ADMIN' })
  const status = async () => (await queryGraphQL<Status>(app, query, {}, admin)).data!.serviceStatus
  const empty = await status()
  t.match(empty, { version: /^\d+\./, isStorageReachable: true, imports: [] })
  t.ok(empty.heapUsedBytes > 1e6 && empty.heapUsedBytes < empty.heapLimitBytes)
  t.ok(Date.parse(empty.startedAt) <= Date.now())
  t.same(
    empty.queues,
    ['MAILS', 'MAIL_REQUESTS', 'PHOTO_VARIANTS', 'ERASURES', 'WEBHOOK_DELIVERIES'].map(name => ({
      name,
      length: 0,
      oldestAt: null,
      lastFailure: null,
    })),
  )
  t.same(
    empty.activity.map(({ date }) => date),
    Array.from({ length: 14 }, (_, day) => new Date(Date.UTC(2026, 3, 19 + day)).toISOString().slice(0, 10)),
  )

  advance(1 * days)
  const user = await signUp(app)
  await logIn(app, user.email, user.password)
  await post(app, 'login', { email: user.email, password: 'wrong' })
  const refused = box.refused()
  await post(app, 'forgot-password', { email: user.email })
  await refused
  while ((await status()).activity.at(-1)!.failedLogins === 0);
  while ((await status()).queues[0]!.lastFailure === null);
  const { queues, activity } = await status()
  const lastFailure = { at: '2026-05-03T08:00:00.000Z', reason: /451/ }
  t.match(queues[0], { name: 'MAILS', length: 1, oldestAt: /Z$/, lastFailure })
  t.notMatch(JSON.stringify(queues), /@/, 'addresses are removed from failures')
  t.match(activity.at(-1), { date: '2026-05-03', logins: 2, failedLogins: 1 })
  t.match(activity.at(-2), { date: '2026-05-02', logins: 1, failedLogins: 0 })
})

interface Load {
  serviceStatus: {
    load: { at: string; requests: number; failedRequests: number; averageMilliseconds: number | null }[]
  }
}

t.test('reports the load of the instance in each of the last 60 minutes', async t => {
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:30.000Z'))
  const app = await build(t, { settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '1d' }, clock })
  const admin = await signUp(app, { role: 'ADMIN' })
  const text = `{ serviceStatus { load {
    at requests failedRequests averageMilliseconds slowestMilliseconds heapUsedBytes eventLoopUtilization
  } } }`
  const load = async () => (await queryGraphQL<Load>(app, text, {}, admin)).data!.serviceStatus.load
  t.match(await load(), [{ at: '2026-05-02T08:00:00.000Z', failedRequests: 0 }])
  advance(2 * minutes)
  await app.inject('/health/live')
  app.features.services.recordResponse(503, 20)
  const three = await load()
  t.match(three, [
    { at: '2026-05-02T08:00:00.000Z' },
    { at: '2026-05-02T08:01:00.000Z', requests: 0, averageMilliseconds: null, heapUsedBytes: null },
    { at: '2026-05-02T08:02:00.000Z', requests: 2, failedRequests: 1 },
  ])
  t.ok(three[2]!.averageMilliseconds! >= 0)
  advance(90 * minutes)
  const hour = await load()
  t.equal(hour.length, 60)
  t.match(hour.at(-1), { at: '2026-05-02T09:32:00.000Z' })
  t.same([...new Set(hour.map(({ requests }) => requests))], [0])
})
