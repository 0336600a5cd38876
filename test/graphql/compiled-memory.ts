/** Compiles 200 documents of 600 KB each, a few at a time. Tests run it with a small heap. */
import Fastify from 'fastify'
import { buildSchema } from 'graphql'
import { mercuriusExecutor } from '../../src/graphql/pipeline/mercurius-executor.js'
import { prepareOperation } from '../../src/graphql/pipeline/prepare-operation.js'
import { isCalledByCompiledCode } from './compiled-code.js'
import { largeDocuments } from './large-documents.js'

const limits = { depth: 9, aliases: 9, directives: 9, rootFields: 9, tokens: 99, cost: 999 }
const schema = buildSchema('type Query { exercise(id: ID): Exercise } type Exercise { id: ID }')
let compiled = 0
schema.getQueryType()!.getFields().exercise!.resolve = () => {
  if (isCalledByCompiledCode()) compiled++
}
const app = Fastify()
const execute = await mercuriusExecutor(app, schema, { maxDocuments: 5, minExecutions: 1 })
await app.ready()
for (let number = 0; number < 200; number++) {
  const query = largeDocuments['a long text in Thai']!(number)
  const operation = prepareOperation(query, null, { schema, limits, suggestions: false })
  for (let time = 0; time < 3; time++)
    await execute(operation, {} as Parameters<typeof execute>[1], { sent: {}, coerced: {} })
}
await app.close()
process.stdout.write(`${compiled}`)
