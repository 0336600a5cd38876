import { buildSchema, isInputObjectType, type GraphQLInputObjectType } from 'graphql'
import t from 'tap'
import { recordIdOf, withVersion } from '../../src/client/offline/operations.js'
import { currentSchema } from '../commands/schema/tree.js'

const operations = buildSchema(currentSchema).getType('SyncOperation') as GraphQLInputObjectType

for (const { name, type } of Object.values(operations.getFields())) {
  const fields = isInputObjectType(type) ? Object.keys(type.getFields()) : []

  t.test(`knows whether ${name} has a version, and which record it writes`, async t => {
    const input = Object.fromEntries(fields.map(field => [field, field]))
    delete input['expectedVersion']
    const [versioned = {}] = Object.values(withVersion({ [name]: input }, 1))
    t.equal('expectedVersion' in versioned, fields.includes('expectedVersion'))
    t.match(recordIdOf({ [name]: input }, 'the user'), /id|^the user$/i)
  })
}
