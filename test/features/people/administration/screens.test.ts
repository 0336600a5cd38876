import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { print } from 'graphql'
import t from 'tap'
import {
  AdminAuditScreenDocument,
  AdminUsersScreenDocument,
  RevokeUserSessionsDocument,
  SetAccountEnabledDocument,
  SetUserRoleDocument,
  VerifyUserDocument,
} from '../../../../generated/operations/example.js'
import type { App } from '../../../../src/app.js'
import { build, signUp, type GraphQLResponse, type TestUser } from '../../../helper.js'

/** Sends an operation like a client with generated types. */
async function request<Data, Variables>(
  app: App,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { headers }: TestUser,
) {
  const payload = { query: print(document), variables, extensions: { cost: true } }
  const response = await app.inject({ method: 'POST', url: '/graphql', headers, payload })
  const { data, errors } = response.json<GraphQLResponse<Data>>()
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

t.test('serves the queries of the administration screens, also for full pages', async t => {
  const app = await build(t)
  const [admin, account] = [await signUp(app, { role: 'ADMIN' }), await signUp(app)]
  const { id } = account
  const { users } = await request(app, AdminUsersScreenDocument, { search: account.email, first: 100 }, admin)
  t.match(users, { totalCount: 1, edges: [{ node: { id, role: 'USER', enabled: true, deletesAt: null } }] })
  t.match(await request(app, SetUserRoleDocument, { id, role: 'ADMIN' }, admin), {
    setUserRole: { user: { id, role: 'ADMIN' } },
  })
  t.match(await request(app, SetAccountEnabledDocument, { id, enabled: false }, admin), {
    setAccountEnabled: { user: { id, enabled: false } },
  })
  t.match(await request(app, VerifyUserDocument, { id }, admin), { verifyUser: { user: { verified: true } } })
  await request(app, RevokeUserSessionsDocument, { id }, admin)
  const { auditLog } = await request(app, AdminAuditScreenDocument, { userId: id, first: 100 }, admin)
  t.same(
    auditLog?.edges.map(({ node }) => node.action),
    ['SESSIONS_REVOKED', 'ACCOUNT_DISABLED', 'ADMIN_ROLE_GRANTED', 'LOGGED_IN', 'REGISTERED'],
  )
})
