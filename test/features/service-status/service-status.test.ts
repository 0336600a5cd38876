import t from 'tap'
import { days } from '../../../src/lib/quantities.js'
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
    queues: { name: string; length: number; oldestAt: string | null }[]
    imports: { status: string; count: number }[]
    activity: { date: string; registrations: number; logins: number; failedLogins: number }[]
  }
}

const query = `{ serviceStatus {
  version startedAt heapUsedBytes heapLimitBytes isStorageReachable
  queues { name length oldestAt } imports { status count }
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
  const { queues, activity } = await status()
  t.match(queues[0], { name: 'MAILS', length: 1, oldestAt: /Z$/ })
  t.match(activity.at(-1), { date: '2026-05-03', logins: 2, failedLogins: 1 })
  t.match(activity.at(-2), { date: '2026-05-02', logins: 1, failedLogins: 0 })
})
