import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { Entity } from '../../src/platform/database/database.js'
import { openDatabase } from '../../src/platform/database/open-database.js'
import { starterCatalogue } from '../features/training/exercises/starter-catalogue.js'
import { build, isolatedSettings, type GraphQLResponse } from '../helper.js'
import { queryRepeatedly } from './requests.js'

interface Line {
  reqId: string
  err?: { message: string }
}

/** Starts an app with an exercise that the service itself would never write, and captures its log. */
async function appWith(t: Test, damage: object) {
  const settings = isolatedSettings(t, { LOG_LEVEL: 'error' })
  const folder = join(settings.DATA_PATH ?? '', 'database')
  const database = await openDatabase({ mongodbUri: settings.MONGODB_URI, folder })
  const damaged = { ...starterCatalogue[0], _id: new ObjectId(), updatedAt: new Date(), ...damage }
  await database.collection<Entity>('exercises').insertOne(damaged)
  await database.close()

  const app = await build(t, { settings })
  const log: Line[] = []
  const stream = { write: (line: string) => log.push(JSON.parse(line) as Line) }
  Object.assign(app.log, { [pino.symbols.streamSym]: stream })
  return { app, log }
}

/** Asserts that the message contains only the id of the request, and that the log has the cause under that id. */
function assertMasked(t: Test, { errors = [] }: GraphQLResponse, log: Line[], cause: RegExp): void {
  t.equal(errors.length, 1)
  const [, id] = /^Internal server error \(request ([0-9a-f-]{36})\)$/.exec(errors[0]?.message ?? '') ?? []
  t.ok(id, 'the message contains only the id')
  t.same(errors[0]?.extensions, { code: 'INTERNAL_SERVER_ERROR' })
  t.same(Object.keys(errors[0] ?? {}).sort(), ['extensions', 'locations', 'message', 'path'])
  t.match(
    log.filter(({ reqId }) => reqId === id),
    [{ err: { message: cause } }],
  )
}

t.test('masks and logs a stored value that cannot be serialized', async t => {
  const { app, log } = await appWith(t, { level: 'SECRET' })
  const query = '{ __typename exercises { totalCount edges { node { name level } } } }'
  for (const response of await queryRepeatedly(app, { query })) {
    t.same(response.data, { __typename: 'Query', exercises: null })
    t.same(response.errors?.[0]?.path, ['exercises', 'edges', 0, 'node', 'level'])
    assertMasked(t, response, log, /SECRET/)
  }
})

t.test('masks and logs a missing stored field', async t => {
  const { app, log } = await appWith(t, { isUnilateral: null })
  const query = '{ __typename exercises { edges { node { isUnilateral } } } }'
  for (const response of await queryRepeatedly(app, { query })) {
    t.same(response.data, { __typename: 'Query', exercises: null })
    assertMasked(t, response, log, /non-nullable field Exercise\.isUnilateral/)
  }
})

t.test('masks and logs an error of a resolver', async t => {
  const { app, log } = await appWith(t, { name: null })
  for (const response of await queryRepeatedly(app, { query: '{ __typename exercises { totalCount } }' })) {
    t.same(response.data, { __typename: 'Query', exercises: null })
    assertMasked(t, response, log, /null/)
  }
})
