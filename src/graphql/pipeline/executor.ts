import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import mercurius from 'mercurius'
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

/** Mercurius, which executes every query and mutation. Errors get their form where the answer is made. */
export async function mercuriusExecutor(app: FastifyInstance, schema: GraphQLSchema): Promise<Executor> {
  await app.register(mercurius, {
    schema,
    routes: false,
    jit: timesBefore,
    cache: rememberedDocuments,
    errorFormatter: execution => ({ statusCode: 200, response: execution }),
  })
  // A document that a hook hands back is executed as it is, though it be the same: Mercurius compiles its own only.
  app.graphql.addHook<Marked>('preExecution', async (_schema, document, { compilable }) =>
    compilable ? undefined : { document },
  )
  return async ({ document, compilable }, context, variables) => {
    const run = (mark: boolean) =>
      app.graphql(document, { ...context, compilable: mark } satisfies Marked, variables)
    const result = await run(compilable)
    // Compiled code tells more errors than one for the same null, in an order of its own. Queries can be asked again.
    return compilable && (result.errors?.length ?? 0) > 1 ? run(false) : result
  }
}

type Marked = Asker & Pick<Executable, 'compilable'>
