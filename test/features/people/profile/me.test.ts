import t from 'tap'
import type { Collection, Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { queryGraphQL, build, errorCodeOf, logIn, signUp } from '../../../helper.js'
import { me, updateProfile } from './operations.js'

t.test('returns every field of a new account, null for unknown values', async t => {
  const registered = new Date('2026-01-31T08:15:30.007Z')
  const app = await build(t, { clock: () => registered })
  const account = await signUp(app)
  const now = registered.toISOString()

  const { data } = await queryGraphQL(app, me, {}, account)

  t.same(data, {
    me: {
      id: account.id,
      version: 1,
      email: account.email,
      username: account.username,
      name: account.username,
      firstName: null,
      lastName: null,
      profileImageFileKey: null,
      country: null,
      city: null,
      bio: null,
      workoutsCompleted: 0,
      improvements: [],
      role: 'USER',
      enabled: true,
      verified: true,
      createdAt: now,
      lastLogin: now,
      profile: {
        onboardingStatus: 'NOT_STARTED',
        onboardingCompletionDate: null,
        age: null,
        gender: null,
        goal: null,
        height: null,
        heightUnit: null,
        weight: null,
        weightUnit: null,
        muscleFocus: [],
        frequency: null,
        workoutSplit: null,
        experience: null,
        createdAt: now,
        updatedAt: now,
      },
    },
  })
  t.match(account.id, /^[0-9a-f]{24}$/)
})

t.test('reads the account and the number of workouts at the same time', async t => {
  const log: string[] = []
  const observed = <T extends Entity>(name: string, collection: Collection<T>): Collection<T> => ({
    ...collection,
    async findById(id) {
      log.push(`${name} requested`)
      const found = await collection.findById(id)
      log.push(`${name} received`)
      return found
    },
  })
  const wrapDatabase = (database: Database): Database => ({
    ...database,
    collection: <T extends Entity>(name: string, indexes?: Index[]) =>
      observed(name, database.collection<T>(name, indexes)),
  })
  const app = await build(t, { wrapDatabase })
  const account = await signUp(app)
  const read = async (fields: string) => {
    const query = `query { me { ${fields} } }`
    await queryGraphQL(app, query, {}, account)
    log.length = 0
    return (await queryGraphQL(app, query, {}, account)).data
  }
  const both = ['ownedRecords received', 'ownedRecords requested', 'users received', 'users requested']
  t.same(await read('email workoutsCompleted'), { me: { email: account.email, workoutsCompleted: 0 } })
  t.same(log.toSorted(), both)
  t.same(log.slice(0, 2).toSorted(), ['ownedRecords requested', 'users requested'])
  t.same(await read('... on User { completed: workoutsCompleted }'), { me: { completed: 0 } })
  t.same(log.slice(0, 2).toSorted(), ['ownedRecords requested', 'users requested'])
  await read('email')
  t.same(log, ['users requested', 'users received'])
})

t.test('returns the same data by REST, without GraphQL-only fields', async t => {
  const app = await build(t)
  const account = await signUp(app)
  const profile = { age: 40, gender: 'OTHER', height: 5.9, heightUnit: 'FT', weight: 80.25, weightUnit: 'KG' }
  const habits = { goal: 'build_muscle', muscleFocus: ['LATS'], frequency: 4, workoutSplit: 'custom' }
  const input = {
    ...{ firstName: 'Ada', lastName: 'Lovelace', country: 'UK', city: 'London', bio: 'One\nTwo' },
    profile: { ...profile, ...habits, experience: 'advanced', onboardingStatus: 'COMPLETED' },
  }
  const { data } = await queryGraphQL<{
    updateProfile: { user: Record<string, unknown> & { profile: Record<string, string> } }
  }>(app, updateProfile, { input }, account)
  const { version, name, workoutsCompleted, improvements, ...user } = data!.updateProfile.user
  const { onboardingStatus, onboardingCompletionDate, createdAt, updatedAt, ...restProfile } = user.profile

  const response = await app.inject({ url: '/auth/profile', headers: account.headers })

  t.equal(response.statusCode, 200)
  t.same(response.json(), { ...user, profile: restProfile })
  t.same([version, name], [2, 'Ada Lovelace'])
  t.same([workoutsCompleted, improvements], [0, []])
  t.same([onboardingStatus, onboardingCompletionDate, updatedAt], ['COMPLETED', updatedAt, updatedAt])
  t.ok(createdAt! <= updatedAt!)
})

t.test('returns to each user their own account', async t => {
  const app = await build(t)
  const [one, other] = [await signUp(app), await signUp(app)]
  for (const account of [one, other, one, other]) {
    const { data } = await queryGraphQL(app, '{ me { id email username } }', {}, account)
    t.same(data, { me: { id: account.id, email: account.email, username: account.username } })
  }
})

t.test('updates the time of the last login', async t => {
  let now = new Date('2026-01-31T08:15:30Z')
  const app = await build(t, { clock: () => now })
  const account = await signUp(app)
  now = new Date('2026-01-31T08:20:00Z')
  await logIn(app, account.email, account.password)
  t.match(await queryGraphQL(app, '{ me { lastLogin } }', {}, account), {
    data: { me: { lastLogin: '2026-01-31T08:20:00.000Z' } },
  })
})

t.test('revokes the current token at a sign-out everywhere, and no other user’s', async t => {
  const app = await build(t)
  const [account, other] = [await signUp(app), await signUp(app)]
  const elsewhere = await logIn(app, account.email, account.password)

  const answer = await queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }', {}, account)
  t.same(answer, { data: { signOutEverywhere: { signedOut: true } } })

  for (const token of [account.token, elsewhere.accessToken])
    t.equal(
      errorCodeOf(await queryGraphQL(app, me, {}, { headers: { authorization: `Bearer ${token}` } })),
      'UNAUTHENTICATED',
    )
  for (const refreshToken of [account.refreshToken, elsewhere.refreshToken]) {
    const response = await app.inject({ method: 'POST', url: '/auth/refresh', payload: { refreshToken } })
    t.equal(response.statusCode, 401)
  }
  t.match(await queryGraphQL(app, me, {}, other), { data: { me: { id: other.id } } })
  const { refreshToken } = other
  const refreshed = await app.inject({ method: 'POST', url: '/auth/refresh', payload: { refreshToken } })
  t.equal(refreshed.statusCode, 200)
  const again = await logIn(app, account.email, account.password)
  const headers = { authorization: `Bearer ${again.accessToken}` }
  t.match(await queryGraphQL(app, me, {}, { headers }), { data: { me: { id: account.id } } })
})

t.test('requires a token to sign out everywhere', async t => {
  const app = await build(t)
  t.equal(
    errorCodeOf(await queryGraphQL(app, 'mutation { signOutEverywhere { signedOut } }')),
    'UNAUTHENTICATED',
  )
})
