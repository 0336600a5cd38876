import t from 'tap'
import type { App } from '../../src/app.js'
import { operationsWith, type Operation } from '../features/whole-schema.js'
import { ask, build, signUp, type GraphQLAnswer, type Person } from '../helper.js'
import { unlimited } from './requests.js'

const kinds = ['query', 'mutation', 'subscription'] as const
const id = '0123456789abcdef01234567'

/** The same operation with variables that are not named like the arguments. */
const renamed = ({ name, query, variables }: Operation): Operation => ({
  name,
  query: query.replace(/\$(\w+)/g, '$my_$1'),
  variables: Object.fromEntries(Object.entries(variables).map(([key, value]) => [`my_${key}`, value])),
})

/** Paths of everything in a value, as errors name them. */
function pathsIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    pathsIn(one, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  )
  return path === '' ? inner : [path, ...inner]
}

function withValue(value: unknown, path: string, here: string, wrong: unknown): unknown {
  if (here === path) return wrong
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value))
    return value.map((item, index) => withValue(item, path, `${here}[${index}]`, wrong))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      withValue(one, path, here === '' ? key : `${here}.${key}`, wrong),
    ]),
  )
}

async function answerOf(app: App, { query, variables }: Operation, person: Person): Promise<GraphQLAnswer> {
  if (!query.startsWith('subscription')) return ask(app, query, variables, person)
  const { body } = await app.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query, variables } },
    headers: { ...person.headers, accept: 'text/event-stream' },
  })
  return JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? '{}') as GraphQLAnswer
}

t.test('names the argument and the path for every variable of the wrong type', async t => {
  const app = await build(t, { settings: unlimited })
  const person = await signUp(app, { role: 'ADMIN' })
  let count = 0
  for (const operation of operationsWith(() => id, kinds, 1))
    for (const path of pathsIn(operation.variables, '')) {
      // One operation of several is refused by itself.
      if (/^operations\[0\]\../.test(path)) continue
      const variables = withValue(operation.variables, path, '', { wrong: 'type' }) as Operation['variables']
      const { errors = [] } = await answerOf(app, renamed({ ...operation, variables }), person)
      const what = `${operation.name} ${path}`
      t.ok(errors.length > 0, what)
      for (const { extensions } of errors) {
        t.equal(extensions.code, 'BAD_USER_INPUT', what)
        t.ok(String(extensions.field).startsWith(path), `${what}: ${String(extensions.field)}`)
      }
      count++
    }
  t.ok(count > 150, `${count} inputs`)
})

t.test('names the argument and the path for every malformed id', async t => {
  const app = await build(t, { settings: unlimited })
  const person = await signUp(app, { role: 'ADMIN' })
  const operations = operationsWith(path => `id at ${path}`, kinds, 1)
  const valid = operationsWith(() => id, kinds, 1)
  let count = 0
  for (const [at, { name, variables }] of operations.entries()) {
    // It refuses one operation of several by itself.
    if (name === 'sync') continue
    const paths = pathsIn(withoutRules(variables), '').filter(path =>
      valueAt(variables, path).startsWith('id at '),
    )
    for (const path of paths) {
      const { query, variables: others } = valid[at]!
      const sent = withoutRules(withValue(others, path, '', 'malformed')) as Operation['variables']
      const { errors = [] } = await answerOf(app, renamed({ name, query, variables: sent }), person)
      const field = path
      t.match(
        errors[0]?.extensions,
        { code: 'BAD_USER_INPUT', field },
        `${name} ${path}: ${errors[0]?.message}`,
      )
      count++
    }
  }
  t.ok(count > 40, `${count} ids`)
})

/** A rule of a planned exercise is checked before the ids beside it. */
const withoutRules = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'progression' ? undefined : inner)))

const valueAt = (value: unknown, path: string): string =>
  String(
    path
      .split(/[.[\]]+/)
      .filter(key => key !== '')
      .reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value),
  )
