import t from 'tap'
import { days } from '../../../../src/lib/quantities.js'
import { build, errorCodeOf, logIn, queryGraphQL, signUp } from '../../../helper.js'
import { mailbox } from '../../../mailbox.js'
import { manualClock, newRegistration, post, unlimitedLogins } from '../auth/requests.js'

const fields = 'id email deletesAt sessions { device address current }'

t.test('returns a user with the signed-in devices', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const [admin, user] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const find = (id: string) =>
    queryGraphQL(app, `query($id: ID!) { managedUser(id: $id) { ${fields} } }`, { id }, admin)
  const session = { device: /\w/, address: '127.0.0.1', current: false }
  t.match(await find(user.id), {
    data: { managedUser: { id: user.id, email: user.email, sessions: [session] } },
  })
  await logIn(app, user.email, user.password)
  t.match(await find(user.id), { data: { managedUser: { sessions: [session, session] } } })
  t.match(await find(admin.id), { data: { managedUser: { sessions: [{ current: true }] } } })
  t.equal(errorCodeOf(await find('0'.repeat(24))), 'NOT_FOUND')
  t.equal(errorCodeOf(await find('x')), 'BAD_USER_INPUT')
})

t.test('signs a user out on one device, and keeps the others signed in', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const [admin, user, other] = [await signUp(app, { role: 'ADMIN' }), await signUp(app), await signUp(app)]
  const second = await logIn(app, user.email, user.password)
  const revoke = (id: string, sessionId: string, by = admin) =>
    queryGraphQL(
      app,
      `mutation($input: RevokeUserSessionInput!) {
        revokeUserSession(input: $input) { user { id sessions { id } } }
      }`,
      { input: { id, sessionId } },
      by,
    )
  const { sessions, audit } = app.features.services
  const [first, kept] = (await sessions.list(user.id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  t.equal(errorCodeOf(await revoke(other.id, first!.id)), 'NOT_FOUND', 'the session of another account')
  t.match((await revoke(user.id, 'x')).errors, [{ extensions: { field: 'input.sessionId' } }])
  t.equal(errorCodeOf(await revoke(user.id, first!.id, user)), 'FORBIDDEN')
  t.equal((await sessions.list(user.id)).length, 2, 'refused requests end no session')

  t.same(await revoke(user.id, first!.id), {
    data: { revokeUserSession: { user: { id: user.id, sessions: [{ id: kept!.id }] } } },
  })
  t.equal((await post(app, 'refresh', { refreshToken: user.refreshToken })).statusCode, 401)
  t.equal((await post(app, 'refresh', { refreshToken: second.refreshToken })).statusCode, 200)
  t.equal(errorCodeOf(await queryGraphQL(app, '{ me { id } }', {}, user)), 'UNAUTHENTICATED')
  t.equal(errorCodeOf(await revoke(user.id, first!.id)), 'NOT_FOUND', 'an ended session')
  const { edges } = await audit.list({ userId: user.id, action: 'SESSION_REVOKED' }, {})
  t.match(edges, [{ node: { actor: admin.id, subject: user.id } }])
  t.equal(edges.length, 1)
})

t.test('deletes an account after the grace period, in which it can be restored', async t => {
  const box = await mailbox(t)
  const { clock } = manualClock()
  const app = await build(t, { settings: { ...unlimitedLogins, SMTP_URL: box.url }, clock })
  const [admin, user] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const run = (name: string, id: string) =>
    queryGraphQL(
      app,
      `mutation($id: ID!) { ${name}(input: { id: $id }) { user { id deletesAt } } }`,
      { id },
      { headers: { authorization: `Bearer ${admin.token}` } },
    )
  const deletesAt = new Date(clock().getTime() + 7 * days).toISOString()
  t.same(await run('deleteUser', user.id), { data: { deleteUser: { user: { id: user.id, deletesAt } } } })
  t.match((await box.next()).to, [{ address: user.email }])
  const refresh = await post(app, 'refresh', { refreshToken: user.refreshToken })
  t.equal(refresh.statusCode, 401, 'the user is signed out')

  t.same(await run('restoreUser', user.id), {
    data: { restoreUser: { user: { id: user.id, deletesAt: null } } },
  })
  t.match((await box.next()).to, [{ address: user.email }])
  t.same(await run('restoreUser', user.id), {
    data: { restoreUser: { user: { id: user.id, deletesAt: null } } },
  })

  t.equal(errorCodeOf(await run('deleteUser', admin.id)), 'CONFLICT', 'the last administrator')
})

t.test('deletes an unconfirmed account at once', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const admin = await signUp(app, { role: 'ADMIN' })
  const { email, username, password } = newRegistration()
  await post(app, 'register', { email, username, password })
  const { id } = (await app.features.services.account.findByEmail(email))!.account
  const mutation = 'mutation($id: ID!) { deleteUser(input: { id: $id }) { user { id deletesAt } } }'
  t.match(await queryGraphQL(app, mutation, { id }, admin), {
    data: { deleteUser: { user: { id, deletesAt: /Z$/ } } },
  })
  t.equal(await app.features.services.account.findByEmail(email), null)
})

t.test('names the accounts of audit log entries, unless they were erased', async t => {
  const app = await build(t, { settings: unlimitedLogins })
  const [admin, user] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  await queryGraphQL(
    app,
    `mutation { revokeUserSessions(input: { id: "${user.id}" }) { user { id } } }`,
    {},
    admin,
  )
  const entries = async () => {
    const text =
      '{ auditLog(action: SESSIONS_REVOKED) { edges { node { actorUser { username } subjectUser { username } } } } }'
    return (await queryGraphQL(app, text, {}, admin)).data
  }
  const entry = (subjectUser: object | null) => ({
    auditLog: { edges: [{ node: { actorUser: { username: admin.username }, subjectUser } }] },
  })
  t.same(await entries(), entry({ username: user.username }))
  const { account } = (await app.features.services.account.findByEmail(user.email))!
  await app.features.services.deletion.removeAccount(account, null)
  await app.features.services.deletion.runDeletions()
  t.same(await entries(), entry(null))
})
