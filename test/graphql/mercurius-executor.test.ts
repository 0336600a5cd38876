import Fastify from 'fastify'
import { buildSchema, type GraphQLObjectType } from 'graphql'
import t, { type Test } from 'tap'
import { mercuriusExecutor, type Executor } from '../../src/graphql/pipeline/mercurius-executor.js'
import { prepareOperation } from '../../src/graphql/pipeline/prepare-operation.js'
import { isCalledByCompiledCode } from './compiled-code.js'

const limits = { depth: 9, aliases: 9, directives: 9, rootFields: 9, tokens: 99, cost: 999 }
const context = {} as Parameters<Executor>[1]
const none = { sent: {}, coerced: {} }

/** Creates an executor for fields that return whether compiled code calls them. */
async function executorOf(t: Test) {
  const schema = buildSchema(
    'type Query { compiled: Boolean, byMercurius: Boolean, fails: Int } type Mutation { compiled: Boolean, byMercurius: Boolean }',
  )
  const calls = { fails: 0 }
  for (const type of [schema.getQueryType(), schema.getMutationType()] as GraphQLObjectType[]) {
    type.getFields().compiled!.resolve = isCalledByCompiledCode
    // Only Mercurius passes its app to resolvers in the context.
    type.getFields().byMercurius!.resolve = (_root, _args, given: { app?: unknown }) =>
      given.app !== undefined
  }
  schema.getQueryType()!.getFields().fails!.resolve = () => {
    calls.fails++
    throw new Error('fails')
  }
  const app = Fastify()
  t.teardown(() => app.close())
  const execute = await mercuriusExecutor(app, schema, { maxDocuments: 2, minExecutions: 2 })
  await app.ready()
  const prepared = (query: string, name: string | null = null) =>
    prepareOperation(query, name, { schema, limits, suggestions: false })
  /** Executes the operation several times. @returns whether compiled code was called, for each execution */
  async function executeRepeatedly(operation: ReturnType<typeof prepared>, times = 5) {
    const responses: unknown[] = []
    for (let time = 0; time < times; time++)
      responses.push((await execute(operation, context, none)).data?.compiled)
    return responses
  }
  return { execute, prepared, executeRepeatedly, calls }
}

const compiledFromThirdExecution = [false, false, true, true, true]

t.test('compiles frequent documents', async t => {
  const { prepared, executeRepeatedly } = await executorOf(t)
  t.same(await executeRepeatedly(prepared('{ compiled }')), compiledFromThirdExecution)
})

t.test('compiles each operation of a document separately', async t => {
  const { prepared, executeRepeatedly } = await executorOf(t)
  const query = 'query A { compiled } mutation M { compiled } query B { other: compiled }'
  t.same(await executeRepeatedly(prepared(query, 'M')), Array(5).fill(false))
  t.same(await executeRepeatedly(prepared(query, 'A')), compiledFromThirdExecution)
  t.same(await executeRepeatedly(prepared(query, 'B')), Array(5).fill(undefined))
})

t.test('never compiles documents whose compiled result would differ', async t => {
  const { prepared, executeRepeatedly } = await executorOf(t)
  for (const query of ['mutation { compiled }', '{ compiled @include(if: true) }'])
    t.same(await executeRepeatedly(prepared(query)), Array(5).fill(false), query)
})

t.test('executes uncompiled documents with Mercurius', async t => {
  const { execute, prepared } = await executorOf(t)
  for (const query of ['mutation { byMercurius }', '{ byMercurius }'])
    for (const time of [1, 2, 3])
      t.same((await execute(prepared(query), context, none)).data, { byMercurius: true }, `${query} ${time}`)
})

t.test('evicts the code of documents that were requested least recently', async t => {
  const { prepared, executeRepeatedly } = await executorOf(t)
  const [first, ...others] = Array.from({ length: 5 }, (_, at) => prepared(`{ compiled } # ${at}`))
  t.same(await executeRepeatedly(first!), compiledFromThirdExecution)
  t.same(await executeRepeatedly(first!), Array(5).fill(true))
  for (const one of others) t.same(await executeRepeatedly(one), compiledFromThirdExecution)
  t.same(await executeRepeatedly(first!), compiledFromThirdExecution)
})

t.test('executes again without compiled code after several errors', async t => {
  const { execute, prepared, calls } = await executorOf(t)
  const once = prepared('{ fails }')
  for (const time of [1, 2, 3]) {
    const { errors } = await execute(once, context, none)
    t.match(errors, [{ message: 'fails', locations: [{ line: 1, column: 3 }], path: ['fails'] }])
    t.equal(calls.fails, time)
  }
  const twice = prepared('{ fails again: fails }')
  for (const time of [1, 2, 3]) {
    const { errors } = await execute(twice, context, none)
    t.equal(errors?.length, 2)
    t.equal(calls.fails, 3 + 4 * time)
  }
})
