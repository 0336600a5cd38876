import t from 'tap'
import { encodeCursor } from '../../../../src/lib/cursors.js'
import { days } from '../../../../src/lib/quantities.js'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { createLatch } from '../../../latch.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  logIn,
  signUp,
  isolatedSettings,
  type TestUser,
} from '../../../helper.js'
import { threeExercises } from './exercises.js'
import { follow, startListening, sseClient } from '../../../graphql/subscriptions/live.js'

interface Page {
  changes: {
    type: string
    recordId: string
    version: number
    deletedAt: string | null
    record: object | null
  }[]
  cursor: string
  hasMore: boolean
}

const changesQuery = `query($since: String, $first: Int) {
  changes(since: $since, first: $first) {
    cursor hasMore
    changes { type recordId version deletedAt record { __typename id version createdAt updatedAt ... on User { firstName } } }
  }
}`

async function changes(app: App, user: TestUser, variables: { since?: string; first?: number | null } = {}) {
  const { data, errors } = await queryGraphQL<{ changes: Page }>(app, changesQuery, variables, user)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.changes
}

const rename = (app: App, user: TestUser, firstName: string) =>
  queryGraphQL(
    app,
    `mutation { updateProfile(input: { firstName: "${firstName}" }) { user { version } } }`,
    {},
    user,
  )

t.test('returns the profile in the first sync, and again only after it has changed', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const first = await changes(app, user)
  t.match(first, {
    hasMore: false,
    changes: [{ type: 'PROFILE', recordId: user.id, version: 1, deletedAt: null }],
  })
  t.match(first.changes[0]?.record, { __typename: 'User', id: user.id, version: 1, firstName: null })

  const quiet = await changes(app, user, { since: first.cursor })
  t.match(quiet, { hasMore: false, changes: [] })
  await rename(app, user, 'Ada')
  await rename(app, user, 'Ida')
  const later = await changes(app, user, { since: quiet.cursor })
  t.equal(later.changes.length, 1, 'each record once, at its latest change')
  t.match(later.changes[0], { version: 3, record: { version: 3, firstName: 'Ida' } })
  t.match(await changes(app, user, { since: later.cursor }), { changes: [] })
})

t.test('returns the profile once to each of 40 clients whose first syncs start at the same time', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const firstPages = await Promise.all(Array.from({ length: 40 }, () => changes(app, user)))
  const nextPages = await Promise.all(firstPages.map(({ cursor }) => changes(app, user, { since: cursor })))
  const delivered = firstPages.map((page, reader) =>
    [...page.changes, ...(nextPages[reader]?.changes ?? [])].map(({ type }) => type),
  )
  t.same(delivered, Array<string[]>(40).fill(['PROFILE']))
})

const skip = process.env.TEST_MONGODB_URI === undefined && 'the embedded database has one instance'

t.test(
  'adds the profile to the feed once if two instances start a first sync at the same time',
  { skip },
  async t => {
    const bothBegan = createLatch()
    const began: string[] = []
    let personId = ''
    // Delays the transaction of the user on each instance until the other instance has begun its own.
    const observe = (database: Database): Database => ({
      ...database,
      transaction: (userId, work) =>
        database.transaction(userId, async () => {
          if (userId !== personId) return work()
          began.push(userId)
          if (began.length === 2) bothBegan.open()
          await bothBegan.passed
          return work()
        }),
    })
    const settings = isolatedSettings(t)
    const one = await build(t, { settings, wrapDatabase: observe })
    const other = await build(t, { settings, wrapDatabase: observe })
    const user = await signUp(one)
    personId = user.id
    const pages = await Promise.all([one, other].map(instance => changes(instance, user)))
    personId = ''
    t.ok(began.length >= 2, 'both instances wrote at the same time')
    for (const { cursor } of pages) t.same((await changes(one, user, { since: cursor })).changes, [])
  },
)

t.test('adds no change to the feed if a write changes nothing', async t => {
  const app = await build(t)
  const user = await signUp(app)
  await rename(app, user, 'Ada')
  const { cursor } = await changes(app, user)
  await rename(app, user, 'Ada')
  t.same((await changes(app, user, { since: cursor })).changes, [])
})

t.test('rejects a cursor of another user and an invalid cursor', async t => {
  const app = await build(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const { cursor } = await changes(app, stranger)
  for (const since of [cursor, 'x', '', encodeCursor(['a', 1, 2, 3])]) {
    const response = await queryGraphQL(app, changesQuery, { since }, user)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', since)
    t.match(response.errors?.[0]?.message, 'since is not a cursor of this list.')
  }
  t.equal(errorCodeOf(await queryGraphQL(app, changesQuery)), 'UNAUTHENTICATED')
})

t.test('expires a cursor one day before tombstones', async t => {
  let now = new Date('2026-05-01T12:00:00.000Z')
  const app = await build(t, {
    clock: () => now,
    settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d', TOMBSTONE_EXPIRES_IN: '90d' },
  })
  const user = await signUp(app)
  const { cursor } = await changes(app, user)
  now = new Date(now.getTime() + 89 * days)
  const { cursor: next } = await changes(app, user, { since: cursor })
  now = new Date(now.getTime() + 1)
  const response = await queryGraphQL(app, changesQuery, { since: cursor }, user)
  t.match(response.errors?.[0]?.extensions, { code: 'BAD_USER_INPUT', reason: 'CURSOR_EXPIRED' })
  t.match(await changes(app, user, { since: next }), { hasMore: false })
})

t.test('treats a cursor from the future as current', async t => {
  let now = new Date('2026-05-31T12:00:00.000Z')
  const app = await build(t, { clock: () => now, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '900d' } })
  const user = await signUp(app)
  const { cursor: ahead } = await changes(app, user)
  await rename(app, user, 'Ada')
  const favorite = (id: string) =>
    queryGraphQL(
      app,
      `mutation { favoriteExercise(input: { id: "${id}", favorite: true }) { exercise { id } } }`,
      {},
      user,
    )
  for (const id of await threeExercises(app)) await favorite(id)
  // The clock of the instance that made the cursor was a month ahead.
  now = new Date('2026-05-01T12:00:00.000Z')
  // The earlier tokens are from the future, too.
  const { accessToken } = await logIn(app, user.email, user.password)
  user.headers.authorization = `Bearer ${accessToken}`
  const { cursor, hasMore } = await changes(app, user, { since: ahead, first: 1 })
  t.ok(hasMore)
  now = new Date(now.getTime() + 89 * days)
  t.match(await changes(app, user, { since: cursor, first: 1 }), { changes: [{}] })
  now = new Date(now.getTime() + 1)
  const response = await queryGraphQL(app, changesQuery, { since: cursor }, user)
  t.match(response.errors?.[0]?.extensions, { reason: 'CURSOR_EXPIRED', field: 'since' })
})

t.test('rejects page sizes outside 1 to 100', async t => {
  const app = await build(t)
  const user = await signUp(app)
  for (const first of [0, -1, 101])
    t.equal(
      errorCodeOf(await queryGraphQL(app, changesQuery, { first }, user)),
      'BAD_USER_INPUT',
      String(first),
    )
  for (const first of [1, null]) t.match(await changes(app, user, { first }), { changes: [{}] })
})

t.test('publishes the current cursor at once, and again after each change', async t => {
  const { app, httpUrl } = await startListening(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const client = sseClient(t, httpUrl, { headers: user.headers })
  const { next, arrived } = follow(client, { query: 'subscription { changesAvailable { cursor } }' })
  t.match(await next(), { data: { changesAvailable: { cursor: String } } })
  await rename(app, stranger, 'Eve')
  await rename(app, user, 'Ada')
  const event = (await next()) as { data: { changesAvailable: { cursor: string } } }
  t.match(await changes(app, user, { since: event.data.changesAvailable.cursor }), { changes: [] })
  t.same(arrived, [], 'other users do not affect it')
})
