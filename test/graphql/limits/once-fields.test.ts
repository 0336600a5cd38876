import t, { type Test } from 'tap'
import { build, errorCodeOf, signUp, type GraphQLResponse } from '../../helper.js'
import { post as postAuth } from '../../features/people/auth/requests.js'
import { post } from '../requests.js'
import { channels } from './channels.js'

/** Starts an app that allows an account four failed logins. */
async function open(t: Pick<Test, 'teardown'>) {
  const app = await build(t, { settings: { RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS: '4' } })
  const { email, password } = await signUp(app)
  const login = (secret = 'a wrong guess', directive = '') =>
    `login(email: "${email}", password: "${secret}") ${directive} { user { email } }`
  return { app, login, email, signIn: () => postAuth(app, 'login', { email, password }) }
}

const unauthenticated = ['UNAUTHENTICATED']
const codes = ({ errors }: GraphQLResponse) => (errors ?? []).map(({ extensions }) => extensions.code)

for (const [name, channel] of Object.entries(channels))
  if (!name.includes('GET'))
    t.test(`${name}: rejects a document with several logins without trying any`, async t => {
      const { app, login, signIn } = await open(t)
      const documents = [
        `mutation { a: ${login()} b: ${login()} }`,
        `mutation { ${login()} b: ${login()} }`,
        `mutation { ...A ...B } fragment A on Mutation { a: ${login()} } fragment B on Mutation { b: ${login()} }`,
        `mutation { a: ${login()} ... on Mutation { ... { b: ${login()} } } }`,
        `mutation { a: ${login('guess', '@include(if: false)')} b: ${login()} }`,
        `mutation { ${Array.from({ length: 20 }, (_, at) => `a${at}: ${login()}`).join(' ')} }`,
      ]
      for (const query of documents) {
        const { response } = await channel(app, { query })
        t.equal(errorCodeOf(response), 'QUERY_TOO_COMPLEX', query)
        t.match(response.errors?.[0]?.message, /can contain "login" only once/)
      }
      t.equal((await signIn()).statusCode, 200, 'the rejected documents counted no failed login')
      t.same(codes((await channel(app, { query: `mutation { a: ${login()} }` })).response), unauthenticated)
    })

t.test('executes a login once if it is selected twice under one response name', async t => {
  const { app, login } = await open(t)
  const query = `mutation { a: ${login()} ...A } fragment A on Mutation { a: ${login()} }`
  const response = await post(app, { body: { query } })
  t.same(codes(response.json()), unauthenticated)
})

t.test('tries one of several logins in a batch, and rejects the others', async t => {
  const { app, login, signIn } = await open(t)
  const body = [
    { query: '{ __typename }' },
    { query: `mutation { ${login()} }` },
    { query: `mutation { ${login()} }` },
    { query: `mutation A { ${login('another')} } mutation B { a: ${login()} }`, operationName: 'B' },
    { query: '{ __typename }' },
  ]
  const response = await post(app, { body })
  t.same(response.json<GraphQLResponse[]>().map(codes), [
    [],
    unauthenticated,
    ['QUERY_TOO_COMPLEX'],
    ['QUERY_TOO_COMPLEX'],
    [],
  ])
  t.equal((await signIn()).statusCode, 200)
})

t.test('does not exhaust the failed logins of an address with three anonymous requests', async t => {
  const { app, login, signIn } = await open(t)
  for (let request = 1; request <= 3; request++)
    await post(app, { body: Array(10).fill({ query: `mutation { ${login()} }` }) })
  t.equal((await signIn()).statusCode, 200)
})
