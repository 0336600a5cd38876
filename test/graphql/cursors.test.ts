import t from 'tap'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../helper.js'
import { unlimited } from './requests.js'

interface Answer {
  list: { cursor?: string; pageInfo?: { endCursor: string } }
}

/** Lists with each kind of cursor: lists in memory, lists of the database by different keys, and the change feed. */
const lists: Record<string, [argument: string, query: (given: string) => string]> = {
  exercises: ['after', given => `list: exercises(first: 1${given}) { pageInfo { endCursor } }`],
  'exercises that are searched': [
    'after',
    given => `list: exercises(search: "press", first: 1${given}) { pageInfo { endCursor } }`,
  ],
  users: ['after', given => `list: users(first: 1${given}) { pageInfo { endCursor } }`],
  'users that are searched': [
    'after',
    given => `list: users(search: "user", first: 1${given}) { pageInfo { endCursor } }`,
  ],
  'audit log': ['before', given => `list: auditLog(first: 1${given}) { pageInfo { endCursor } }`],
  changes: ['since', given => `list: changes(first: 1${given}) { cursor }`],
}

t.test('accepts a cursor only in its exact form', async t => {
  const app = await build(t, { settings: unlimited })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const user = await signUp(app, { role: 'ADMIN' })
  for (const [what, [argument, query]] of Object.entries(lists)) {
    const first = await queryGraphQL<Answer>(app, `{ ${query('')} }`, {}, user)
    const cursor = first.data?.list.cursor ?? first.data?.list.pageInfo?.endCursor
    if (cursor == null) {
      t.fail(`${what}: ${JSON.stringify(first)}`)
      continue
    }
    const ask_ = (sent: string) =>
      queryGraphQL(
        app,
        `query($cursor: String) { ${query(`, ${argument}: $cursor`)} }`,
        { cursor: sent },
        user,
      )
    t.notOk((await ask_(cursor)).errors, what)
    const json = Buffer.from(cursor, 'base64url').toString()
    const others = [
      ...[`${cursor}!`, `!${cursor}`, `${cursor}=`, `${cursor}\n`, ` ${cursor}`, `${cursor}A`],
      `${cursor.slice(0, 5)} ${cursor.slice(5)}`,
      // The same key in other JSON, and another key.
      ...[
        json.replace(',', ', '),
        ` ${json}`,
        json.replace(/[\da-f](?=[^\da-f]*\])/, digit => (digit === '1' ? '2' : '1')),
      ].map(text => Buffer.from(text).toString('base64url')),
    ]
    for (const other of others) {
      const response = await ask_(other)
      t.equal(errorCodeOf(response), 'BAD_USER_INPUT', `${what}: ${JSON.stringify(other)}`)
      t.equal(response.errors?.[0]?.extensions.field, argument)
    }
  }
})
