import t from 'tap'
import type { App } from '../../../../src/app.js'
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  logIn,
  signUp,
  isolatedSettings,
  type GraphQLResponse,
  type TestUser,
} from '../../../helper.js'
import { unlimitedLogins, newRegistration, post } from '../auth/requests.js'

const usersDocument = `query($search: String, $filter: UserFilter, $first: Int, $after: String) {
  users(search: $search, filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    edges { node { id email username role enabled verified locale createdAt lastLogin } }
  }
}`

interface Users {
  users: {
    totalCount: number | null
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
    edges: { node: { id: string; username: string } }[]
  } | null
}

/** Returns the items of all pages of a list. */
async function listed(app: App, admin: TestUser, variables: object = {}, first = 100) {
  const names: string[] = []
  for (let after: string | null = null, more = true; more;) {
    const response: GraphQLResponse<Users> = await queryGraphQL(
      app,
      usersDocument,
      { ...variables, first, after },
      admin,
    )
    if (!response.data?.users) throw new Error(JSON.stringify(response.errors))
    const { edges, pageInfo } = response.data.users
    names.push(...edges.map(({ node }) => node.username))
    after = pageInfo.endCursor
    more = pageInfo.hasNextPage
  }
  return names
}

const setRole = (app: App, by: TestUser, id: string, role: string) =>
  queryGraphQL(
    app,
    'mutation($id: ID!, $role: Role!) { setUserRole(input: { id: $id, role: $role }) { user { id role } } }',
    { id, role },
    by,
  )
const setEnabled = (app: App, by: TestUser, id: string, enabled: boolean) =>
  queryGraphQL(
    app,
    'mutation($id: ID!, $enabled: Boolean!) { setAccountEnabled(input: { id: $id, enabled: $enabled }) { user { id enabled } } }',
    { id, enabled },
    by,
  )
const act = (app: App, by: TestUser, name: string, id: string) =>
  queryGraphQL(app, `mutation($id: ID!) { ${name}(input: { id: $id }) { user { id verified } } }`, { id }, by)

const actionsOn = async (app: App, admin: TestUser, userId: string) => {
  const { data } = await queryGraphQL<{ auditLog: { edges: { node: { action: string; actor: string } }[] } }>(
    app,
    'query($userId: ID) { auditLog(userId: $userId, first: 100) { edges { node { action actor } } } }',
    { userId },
    admin,
  )
  return data!.auditLog.edges.map(({ node }) => node)
}

t.test('finds users by the start of the username or address, and by filters', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { registration } = app.features.services
  const password = 'correct horse battery'
  for (const name of ['Anna', 'anton', 'Berta', 'Zoe'])
    await registration.createVerifiedAccount({
      email: `${name}@mail.test`,
      username: `${name}-x`,
      password,
      role: 'USER',
    })
  await registration.createVerifiedAccount({
    email: 'antarctic@mail.test',
    username: 'penguin',
    password,
    role: 'USER',
  })
  const pending = newRegistration()
  await post(app, 'register', pending)

  const all = ['Anna-x', 'anton-x', 'Berta-x', 'Zoe-x', 'penguin', pending.username, admin.username]
  t.same((await listed(app, admin)).sort(), all.toSorted())
  t.same(await listed(app, admin, {}, 2), await listed(app, admin), 'the pages contain all items')
  t.equal((await listed(app, admin))[0], pending.username, 'newest first')
  t.same(await listed(app, admin, { search: ' AN' }), ['Anna-x', 'anton-x', 'penguin'])
  t.same(await listed(app, admin, { search: 'AN' }, 1), ['Anna-x', 'anton-x', 'penguin'])
  t.same(await listed(app, admin, { search: 'zoe@mail.test' }), ['Zoe-x'])
  t.same(await listed(app, admin, { search: 'nna' }), [], 'matches prefixes only')
  t.same(await listed(app, admin, { search: '.*' }), [])
  t.same(await listed(app, admin, { filter: { role: 'ADMIN' } }), [admin.username])
  t.same(await listed(app, admin, { filter: { verified: false } }), [pending.username])
  t.same(await listed(app, admin, { search: 'an', filter: { verified: false } }), [])
  const { account } = app.features.services
  const anna = (await account.findByEmail('anna@mail.test'))!.account
  await setEnabled(app, admin, anna.id, false)
  t.same(await listed(app, admin, { filter: { enabled: false, role: 'USER' } }), ['Anna-x'])
  t.equal(
    errorCodeOf(await queryGraphQL(app, usersDocument, { search: 'x'.repeat(255) }, admin)),
    'BAD_USER_INPUT',
  )
  const { data } = await queryGraphQL<Users>(app, usersDocument, { search: 'an', first: 1 }, admin)
  const after = data!.users!.pageInfo.endCursor
  t.equal(
    errorCodeOf(await queryGraphQL(app, usersDocument, { search: 'z', after }, admin)),
    'BAD_USER_INPUT',
  )
})

t.test('applies and records actions of administrators immediately', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const [admin, person] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  t.match(await setRole(app, admin, person.id, 'ADMIN'), {
    data: { setUserRole: { user: { id: person.id, role: 'ADMIN' } } },
  })
  t.ok((await listed(app, person)).length, 'a token from before the change has the new role')
  await setRole(app, admin, person.id, 'ADMIN')
  await setRole(app, admin, person.id, 'USER')
  t.equal(errorCodeOf(await queryGraphQL(app, usersDocument, {}, person)), 'FORBIDDEN')
  t.equal(errorCodeOf(await setRole(app, person, admin.id, 'USER')), 'FORBIDDEN')

  t.match(await act(app, admin, 'revokeUserSessions', person.id), {
    data: { revokeUserSessions: { user: {} } },
  })
  t.equal(errorCodeOf(await queryGraphQL(app, '{ me { id } }', {}, person)), 'UNAUTHENTICATED')
  await logIn(app, person.email, person.password)

  const pending = newRegistration()
  await post(app, 'register', pending)
  const { id } = (await app.features.services.account.findByEmail(pending.email))!.account
  t.equal(
    errorCodeOf(await setRole(app, admin, id, 'ADMIN')),
    'CONFLICT',
    'rejects users whose address is not confirmed',
  )
  t.match(await act(app, admin, 'verifyUser', id), { data: { verifyUser: { user: { verified: true } } } })
  await act(app, admin, 'verifyUser', id)
  await logIn(app, pending.email, pending.password)

  t.same(
    (await actionsOn(app, admin, person.id))
      .filter(({ actor }) => actor === admin.id)
      .map(({ action }) => action),
    ['SESSIONS_REVOKED', 'ADMIN_ROLE_REVOKED', 'ADMIN_ROLE_GRANTED'],
  )
  t.same(
    (await actionsOn(app, admin, id)).map(({ action }) => action),
    ['LOGGED_IN', 'EMAIL_VERIFIED', 'REGISTERED'],
  )
  for (const name of ['verifyUser', 'revokeUserSessions']) {
    t.equal(errorCodeOf(await act(app, admin, name, 'f'.repeat(24))), 'NOT_FOUND')
    t.equal(errorCodeOf(await act(app, admin, name, 'nobody')), 'BAD_USER_INPUT')
  }
})

t.test('keeps the last active administrator', async t => {
  const app = await build(t)
  const [last, other] = [await signUp(app, { role: 'ADMIN' }), await signUp(app, { role: 'ADMIN' })]
  await setEnabled(app, last, other.id, false)
  t.equal(errorCodeOf(await setRole(app, last, last.id, 'USER')), 'CONFLICT')
  t.equal(errorCodeOf(await setEnabled(app, last, last.id, false)), 'CONFLICT')
  t.match(
    await setRole(app, last, other.id, 'USER'),
    { data: { setUserRole: { user: {} } } },
    'disabled administrators can be demoted',
  )
  await setEnabled(app, last, other.id, true)
  await setRole(app, last, other.id, 'ADMIN')
  t.match(await setRole(app, last, last.id, 'USER'), { data: { setUserRole: { user: { role: 'USER' } } } })
  t.same(
    (await app.features.services.account.list({ role: 'ADMIN' }, {})).edges.map(({ node }) => node.id),
    [other.id],
  )
})

t.test('keeps one of two administrators who revoke each other’s role concurrently', async t => {
  const app = await build(t)
  for (let time = 1; time <= 5; time++) {
    const [one, two] = await Promise.all([signUp(app, { role: 'ADMIN' }), signUp(app, { role: 'ADMIN' })])
    const responses = await Promise.all([
      setRole(app, one, two.id, 'USER'),
      setEnabled(app, two, one.id, false),
    ])
    const codes = responses.filter(({ errors }) => errors).map(errorCodeOf)
    t.equal(codes.length, 1, JSON.stringify(responses))
    t.ok(['FORBIDDEN', 'CONFLICT', 'UNAUTHENTICATED'].includes(String(codes[0])), String(codes[0]))
  }
})

const skip = process.env.TEST_MONGODB_URI === undefined && 'the embedded database has one instance'

t.test('revokes the role of an administrator on all instances immediately', { skip }, async t => {
  const settings = isolatedSettings(t)
  const [here, there] = [await buildApp(loadConfig(settings)), await buildApp(loadConfig(settings))]
  t.teardown(() => Promise.all([here.close(), there.close()]))
  const [admin, former] = [await signUp(here, { role: 'ADMIN' }), await signUp(here, { role: 'ADMIN' })]
  t.ok((await listed(there, former)).length)
  await setRole(here, admin, former.id, 'USER')
  t.equal(errorCodeOf(await queryGraphQL(there, usersDocument, {}, former)), 'FORBIDDEN')
})

t.test('hides personal data from administrators', async t => {
  const app = await build(t)
  const [admin, person] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  await queryGraphQL(
    app,
    'mutation { updateProfile(input: { bio: "secret", city: "secret", profile: { weight: 81, age: 44, goal: build_muscle } }) { conflict } }',
    {},
    person,
  )
  const see = (fields: string) =>
    queryGraphQL(
      app,
      `mutation($id: ID!) { setAccountEnabled(input: { id: $id, enabled: true }) { user { ${fields} } } }`,
      { id: person.id },
      admin,
    )
  t.match(await see('id email name bio city profile { weight age goal muscleFocus }'), {
    data: {
      setAccountEnabled: {
        user: {
          ...{ id: person.id, email: person.email, name: person.username, bio: null, city: null },
          profile: { weight: null, age: null, goal: null, muscleFocus: [] },
        },
      },
    },
  })
  for (const fields of [
    'profilePhotos { id }',
    'workoutsCompleted',
    'improvements { id }',
    'consents { kind }',
  ])
    t.equal(errorCodeOf(await see(fields)), 'FORBIDDEN', fields)
})
