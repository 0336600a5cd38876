import t from 'tap'
import { build, signUp } from '../helper.js'
import { get, post, unlimited, untilCompiled } from './requests.js'

const runs = Array.from({ length: untilCompiled }, (_, run) => run)

const several = `
  mutation Rename { updateProfile(input: { firstName: "changed" }) { user { ...Who } } }
  query Who { me { ...Who } }
  query Names($first: Int = 1) { exercises(first: $first) { totalCount } }
  query Broken { user(id: "nobody") { id } }
  fragment Who on User { id firstName ...Rest }
  fragment Rest on User { email }
`

t.test('runs the named one of several operations', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const who = { me: { id: account.id, firstName: null, email: account.email } }
  const expected = { Who: who, Names: { exercises: { totalCount: 0 } } }

  for (const run of runs)
    for (const [operationName, data] of Object.entries(expected)) {
      const posted = await post(app, { body: { query: several, operationName }, person: account })
      t.same(posted.json(), { data }, `${operationName} by POST, ${run}`)
      const got = await get(app, { query: several, operationName }, { person: account })
      t.same(got.json(), { data }, `${operationName} by GET, ${run}`)
    }
})

t.test('runs a mutation next to a query only if it is named', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const ask = (operationName: string) =>
    post(app, { body: { query: several, operationName }, person: account })

  for (const run of runs) {
    t.match((await ask('Who')).json(), { data: { me: { firstName: null } } }, `before, ${run}`)
    t.equal(
      (await get(app, { query: several, operationName: 'Rename' }, { person: account })).statusCode,
      405,
    )
  }
  t.match((await ask('Rename')).json(), { data: { updateProfile: { user: { firstName: 'changed' } } } })
  t.match((await ask('Who')).json(), { data: { me: { firstName: 'changed' } } })
})

t.test('reports locations relative to the whole document', async t => {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  for (const run of runs) {
    const response = await post(app, { body: { query: several, operationName: 'Broken' }, person: account })
    t.match(response.json(), { errors: [{ locations: [{ line: 5, column: 18 }], path: ['user'] }] }, `${run}`)
  }
})

t.test('requires the name of an existing operation among several', async t => {
  const app = await build(t)
  const choices = [undefined, null, '', 'Nobody', 'who', 'constructor', '__proto__']
  for (const operationName of choices) {
    const response = await post(app, { body: { query: several, operationName } })
    t.match(response.json(), { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }, `${operationName}`)
    t.notOk('data' in response.json())
  }
  const byGet = await get(app, { query: several, operationName: 'Nobody' })
  t.match(byGet.json(), { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
})

t.test('accepts any operation name', async t => {
  const app = await build(t)
  for (const name of ['constructor', '__proto__', 'toString', 'query', 'on', 'class', '_']) {
    const query = `query ${name} { __typename } query Other { other: __typename }`
    for (const run of runs) {
      const response = await post(app, { body: { query, operationName: name } })
      t.same(response.json(), { data: { __typename: 'Query' } }, `${name}, ${run}`)
    }
  }
})

t.test('rejects a document with only fragments', async t => {
  const app = await build(t)
  for (const query of ['', '   ', '# nothing', 'fragment Who on User { id }', 'type Query { a: Int }']) {
    const response = await post(app, { body: { query } })
    const { errors, data } = response.json()
    t.match(errors[0].extensions.code, /^(GRAPHQL_(PARSE|VALIDATION)_FAILED|BAD_USER_INPUT)$/, query)
    t.equal(data, undefined)
  }
})

t.test('does not require the variables of other operations', async t => {
  const app = await build(t)
  const query = `
    query Needs($id: ID!) { exercise(id: $id) { id } }
    query Free { exercises { totalCount } }`
  for (const run of runs) {
    const free = await post(app, { body: { query, operationName: 'Free' } })
    t.same(free.json(), { data: { exercises: { totalCount: 0 } } }, `${run}`)
    const needs = await post(app, { body: { query, operationName: 'Needs' } })
    t.match(needs.json(), { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] }, `${run}`)
  }
})
