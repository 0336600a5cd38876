import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import mercurius, { type MercuriusOptions } from 'mercurius'
import type { Asker } from '../../viewer.js'

/** What is to be executed: a document that was found valid and has one operation. */
export interface Executable {
  /** The very same object each time: it is what Mercurius remembers the document by. */
  document: DocumentNode
  compilable: boolean
}

/** Answers a query or mutation with variables that were found to fit. */
export type Executor = (
  executable: Executable,
  context: Asker,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult>

/** Mercurius keeps up to twice as many: as many documents as are remembered here. */
const rememberedDocuments = 250
/** A document is compiled when it comes once more after this many times; few come so often. */
const timesBefore = 2

/** Mercurius, which executes every query and mutation: one compiles, the other one never does. */
export async function mercuriusExecutor(app: FastifyInstance, schema: GraphQLSchema): Promise<Executor> {
  const options = { schema, routes: false, cache: rememberedDocuments, errorFormatter } as const
  const compiling = await openMercurius(app, { ...options, jit: timesBefore })
  const interpreting = await openMercurius(app, options)

  return async ({ document, compilable }, context, variables) => {
    if (!compilable) return interpreting(document, { ...context }, variables)
    const result = await compiling(document, { ...context }, variables)
    // Compiled code tells more errors than one for the same null, in an order of its own. Queries can be asked again.
    const isUnsure = (result.errors?.length ?? 0) > 1
    return isUnsure ? interpreting(document, { ...context }, variables) : result
  }
}

/** Errors get their form where the answer is made. */
const errorFormatter: MercuriusOptions['errorFormatter'] = execution => ({
  statusCode: 200,
  response: execution,
})

/** In a scope of its own: there is one to a scope. */
async function openMercurius(app: FastifyInstance, options: MercuriusOptions) {
  let scope = app
  await app.register(async own => {
    scope = own
    await own.register(mercurius, options)
  })
  return scope.graphql
}
