import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { execute, parse, type ExecutionResult } from 'graphql'
import t from 'tap'
import { variableCoercer } from '../../../src/graphql/pipeline/variable-coercion.js'
import { formatExecutionError } from '../../../src/graphql/pipeline/error-formatting.js'
import { mercuriusExecutor } from '../../../src/graphql/pipeline/mercurius-executor.js'
import { OperationError } from '../../../src/graphql/pipeline/operation-error.js'
import { prepareOperation, type Operation } from '../../../src/graphql/pipeline/prepare-operation.js'
import { seconds } from '../../../src/lib/quantities.js'
import { isCalledByCompiledCode } from '../compiled-code.js'
import { schemaOfRandomData } from './random-data.js'
import { randomFrom, randomOperation } from './random-operations.js'

const published = fileURLToPath(new URL('../../../../generated/schema.graphql', import.meta.url))
/** The number of operations. Run more with `OPERATIONS=20000 node dist/test/graphql/random/index.test.js`. */
const operationCount = Number(process.env.OPERATIONS ?? 300)
const most = 1e9
const limits = { depth: most, aliases: most, directives: most, rootFields: most, tokens: most, cost: most }

// If an item of a list fails at once, graphql-js does not handle the rejections of the other items. This is why this
// file is an entry file, which does not share its process.
process.on('unhandledRejection', () => undefined)

/** Returns the result as it is sent. */
const sent = ({ data, errors = [] }: ExecutionResult) =>
  JSON.stringify({
    data,
    errors: errors.map(error =>
      formatExecutionError(error, { requestId: 'request', report: () => undefined, pathOf: () => 'input' }),
    ),
  })

t.test(
  'executes random operations like graphql-js each time',
  { timeout: operationCount * seconds },
  async t => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
    t.comment(`SEED=${seed}`)
    const random = randomFrom(seed)
    const schema = schemaOfRandomData(await readFile(published, 'utf8'))
    const calls = { compiled: 0, all: 0 }
    for (const field of Object.values(schema.getQueryType()!.getFields())) {
      const { resolve } = field
      field.resolve = (...given) => {
        calls.all++
        if (isCalledByCompiledCode()) calls.compiled++
        return resolve?.(...given)
      }
    }
    const app = Fastify()
    t.teardown(() => app.close())
    const executor = await mercuriusExecutor(app, schema, { minExecutions: 1 })
    await app.ready()
    const context = {} as Parameters<typeof executor>[1]
    const coerce = variableCoercer(schema)

    let [executed, compilable, compiled] = [0, 0, 0]
    for (let tried = 0; executed < operationCount && tried < 100 * operationCount; tried++) {
      const { query, variables } = randomOperation(schema, random)
      let operation: Operation
      try {
        operation = prepareOperation(query, null, { schema, limits, suggestions: false })
      } catch (error) {
        if (error instanceof OperationError) continue
        throw error
      }
      const { coerced } = coerce(operation, variables)
      if (!coerced) continue
      executed++
      if (operation.isCompilable) compilable++
      Object.assign(calls, { compiled: 0, all: 0 })
      const expected = sent(await execute({ schema, document: parse(query), variableValues: variables }))
      const callsSomething = calls.all > 0
      for (const time of [1, 2, 3, 4]) {
        const response = sent(await executor(operation, context, { sent: variables, coerced }))
        if (response !== expected)
          t.equal(response, expected, `SEED=${seed}, time ${time}: ${query} ${JSON.stringify(variables)}`)
      }
      const isCompiled = calls.compiled > 0
      if (isCompiled) compiled++
      if (isCompiled !== (operation.isCompilable && callsSomething))
        t.fail(
          `SEED=${seed}, ${isCompiled ? 'compiled' : 'not compiled'}: ${query} ${JSON.stringify(variables)}`,
        )
    }
    t.equal(executed, operationCount)
    t.ok(
      compiled > 0 && compilable < executed,
      `${compiled} were compiled, ${executed - compilable} could not be`,
    )
  },
)
