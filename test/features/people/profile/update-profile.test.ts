import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import type { Entity } from '../../../../src/platform/database/database.js'
import { openDatabase } from '../../../../src/platform/database/open-database.js'
import { queryGraphQL, build, errorCodeOf, signUp, isolatedSettings, type Settings } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { everyField, me, updateProfile } from './operations.js'

interface Updated {
  updateProfile: { user: Record<string, unknown> & { profile: Record<string, unknown> } }
}

/** Signs up a user. @returns functions that change the account */
async function buildWithUser(t: Test) {
  const app = await build(t, { settings: unlimited })
  const person = await signUp(app)
  const update = (input: object) => queryGraphQL<Updated>(app, updateProfile, { input }, person)
  return { app, person, update }
}

const account = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'United Kingdom',
  city: 'London',
  bio: 'Hi',
}
const profile = {
  onboardingStatus: 'IN_PROGRESS',
  age: 36,
  gender: 'FEMALE',
  goal: 'increase_strength',
  height: 165.5,
  heightUnit: 'CM',
  weight: 132.25,
  weightUnit: 'LB',
  muscleFocus: ['LATS', 'GLUTES'],
  frequency: 3,
  workoutSplit: 'push_pull_legs',
  experience: 'beginner',
}

t.test('returns every stored field', async t => {
  const { app, person, update } = await buildWithUser(t)
  const { data } = await update({ username: 'ada.lovelace', ...account, profile })
  t.match(data, {
    updateProfile: { user: { username: 'ada.lovelace', name: 'Ada Lovelace', ...account, profile } },
  })
  t.same((await queryGraphQL(app, me, {}, person)).data?.me, data?.updateProfile.user)
})

t.test('keeps omitted fields', async t => {
  const { update } = await buildWithUser(t)
  await update({ ...account, profile })
  const { data } = await update({ city: 'Paris', profile: { age: 37 } })
  t.match(data?.updateProfile.user, { ...account, city: 'Paris', profile: { ...profile, age: 37 } })
  t.match((await update({})).data?.updateProfile.user, { ...account, city: 'Paris' })
  t.match((await update({ profile: {} })).data?.updateProfile.user.profile, { ...profile, age: 37 })
})

t.test('clears fields by null and by empty texts', async t => {
  const { update } = await buildWithUser(t)
  await update({ ...account, profile })
  const nothing = { firstName: null, lastName: '', country: null, city: '  ', bio: ' \n ' }
  const cleared = { firstName: null, lastName: null, country: null, city: null, bio: null }
  t.match((await update(nothing)).data?.updateProfile.user, { ...cleared, profile })

  const fields = Object.fromEntries(Object.keys(profile).map(field => [field, null]))
  const blank = { ...fields, onboardingStatus: 'NOT_STARTED', muscleFocus: [] }
  t.match((await update({ profile: fields })).data?.updateProfile.user.profile, blank)
})

t.test('clears the whole profile by null', async t => {
  const { update } = await buildWithUser(t)
  const before = (await update({ ...account, profile })).data?.updateProfile.user
  const { data } = await update({ profile: null })
  t.match(data?.updateProfile.user, {
    ...account,
    profile: { age: null, goal: null, weight: null, weightUnit: null },
  })
  t.match(data?.updateProfile.user.profile, { onboardingStatus: 'NOT_STARTED', muscleFocus: [] })
  t.equal(data?.updateProfile.user.profile.createdAt, before?.profile.createdAt)
})

t.test('sets the completion date of the onboarding once', async t => {
  let now = new Date('2026-01-31T08:15:30Z')
  const app = await build(t, { clock: () => now })
  const person = await signUp(app)
  const set = async (onboardingStatus: string) => {
    const input = { profile: { onboardingStatus } }
    const { data } = await queryGraphQL<Updated>(app, updateProfile, { input }, person)
    return data?.updateProfile.user.profile.onboardingCompletionDate
  }
  t.equal(await set('IN_PROGRESS'), null)
  t.equal(await set('COMPLETED'), '2026-01-31T08:15:30.000Z')
  now = new Date('2026-01-31T08:16:00Z')
  t.equal(await set('COMPLETED'), '2026-01-31T08:15:30.000Z')
  t.equal(await set('SKIPPED'), null)
  t.equal(await set('COMPLETED'), '2026-01-31T08:16:00.000Z')
})

t.test('changes nothing if a change is rejected', async t => {
  const { app, person, update } = await buildWithUser(t)
  await update({ ...account, profile })
  const response = await update({ firstName: 'Grace', profile: { goal: 'build_muscle', age: 5 } })
  t.same(response.data, { updateProfile: null })
  t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
  t.match(response.errors, [{ message: /profile\.age/, path: ['updateProfile'] }])
  t.match((await queryGraphQL(app, me, {}, person)).data?.me, { ...account, profile })
})

t.test('applies concurrent changes of two devices', async t => {
  const { update } = await buildWithUser(t)
  const fields = { age: 40, frequency: 5, weight: 80, height: 180, goal: 'build_muscle', gender: 'OTHER' }
  const changes = Object.entries(fields).map(([field, value]) => update({ profile: { [field]: value } }))
  for (const response of await Promise.all(changes)) t.notOk(response.errors)
  t.match((await update({})).data?.updateProfile.user.profile, fields)
})

t.test('rejects a change of an old version, and returns the current profile', async t => {
  const { app, person } = await buildWithUser(t)
  const change =
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict user { version city } } }'
  const update = async (input: object) =>
    (await queryGraphQL(app, change, { input }, person)).data?.updateProfile
  t.same(await update({ city: 'Oslo', expectedVersion: 1 }), {
    conflict: null,
    user: { version: 2, city: 'Oslo' },
  })
  const refused = { conflict: 'VERSION', user: { version: 2, city: 'Oslo' } }
  t.same(await update({ city: 'Rome', expectedVersion: 1 }), refused)
  t.same(await update({ username: 'romulus', expectedVersion: 3 }), refused)
  t.same(
    await update({ city: 'Oslo', expectedVersion: 1 }),
    { ...refused, conflict: null },
    'an outdated version without a change does not conflict',
  )
  t.same(
    await update({ city: 'Rome' }),
    { conflict: null, user: { version: 3, city: 'Rome' } },
    'an omitted version stands for the current one',
  )
})

t.test('reads and changes accounts without version and defaults', async t => {
  const settings = isolatedSettings(t)
  const app = await build(t, { settings })
  const person = await signUp(app)
  await app.close()
  await stripProfile(settings, person.id)

  const again = await build(t, { settings })
  t.match((await queryGraphQL(again, me, {}, person)).data?.me, {
    version: 1,
    profile: { muscleFocus: [], age: null },
  })
  const input = { expectedVersion: 1, profile: { age: 40 } }
  t.match((await queryGraphQL(again, updateProfile, { input }, person)).data, {
    updateProfile: { user: { version: 2, profile: { age: 40, onboardingStatus: 'NOT_STARTED' } } },
  })
})

t.test("changes only the caller's account", async t => {
  const { app, person, update } = await buildWithUser(t)
  const other = await signUp(app)
  await update({ ...account, profile })
  t.match((await queryGraphQL(app, me, {}, other)).data?.me, { firstName: null, profile: { age: null } })
  for (const key of ['id', 'userId', 'email', 'role', 'enabled', 'verified'])
    t.equal(
      errorCodeOf(await queryGraphQL(app, updateProfile, { input: { [key]: person.id } }, other)),
      'BAD_USER_INPUT',
      key,
    )
  t.match((await queryGraphQL(app, me, {}, person)).data?.me, { ...account, role: 'USER' })
})

t.test('requires a token', async t => {
  const { app } = await buildWithUser(t)
  const response = await queryGraphQL(app, `mutation { updateProfile(input: {}) { user { ${everyField} } } }`)
  t.same(response.data, { updateProfile: null })
  t.equal(errorCodeOf(response), 'UNAUTHENTICATED')
})

/** Removes the fields that accounts of the first version did not have. */
async function stripProfile({ MONGODB_URI, DATA_PATH = '' }: Settings, id: string): Promise<void> {
  const database = await openDatabase({ mongodbUri: MONGODB_URI, folder: join(DATA_PATH, 'database') })
  const users = database.collection<Entity>('users')
  const $unset = Object.fromEntries(
    ['version', 'profile', 'firstName', 'bio', 'improvements'].map(name => [name, true]),
  )
  await users.updateOne({ _id: new ObjectId(id) }, { $unset })
  await database.close()
}
