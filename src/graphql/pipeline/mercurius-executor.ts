import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import mercurius, { type MercuriusOptions } from 'mercurius'
import type { RequestContext } from '../../viewer.js'
import { schemaForCoercedVariables, documentForCoercedVariables } from './coerced-variables.js'

/** A valid document with one operation. */
interface Executable {
  /** The same object for each execution, because Mercurius caches documents by identity. */
  document: DocumentNode
  isCompilable: boolean
  /** The variables that the operation declares. */
  variables: readonly object[]
}

/** The valid variables of a request. */
export interface OperationVariables {
  /** The variables as the client sent them. */
  sent: Record<string, unknown>
  /** The variables as resolvers get them. */
  coerced: Record<string, unknown>
}

/** Executes a query or mutation. */
export type Executor = (
  executable: Executable,
  context: RequestContext,
  variables: OperationVariables,
) => Promise<ExecutionResult>

interface CompilationOptions {
  /** Mercurius caches up to twice as many documents. A document of maximum size takes 0.4 MB, and its code 0.6 MB. */
  maxDocuments: number
  /** The number of executions after which a document is compiled. */
  minExecutions: number
}

/**
 * Compiling a document costs more than a few executions gain. At 64 connections, compiled code serves the history screen
 * 1.8 times, the home, library and running workout screens 1.5 times and the program screen 1.2 times as often; at one
 * connection the history and running workout screens 1.9 times (test/bench/screens.js).
 */
export const defaultCompilationOptions: CompilationOptions = { maxDocuments: 50, minExecutions: 10 }

/** Replaces what Mercurius executes. */
interface Replacement {
  schema: GraphQLSchema
  document: DocumentNode
  variables: Record<string, unknown>
}

/** The context of an execution. The hook replaces the document if `replacement` is set. */
interface ExecutionContext extends RequestContext {
  replacement: Replacement | undefined
}

/**
 * Creates the context of an execution with all properties that Mercurius sets. If Mercurius had to add them to a smaller
 * object, that would take 8 µs of the 100 that `me` takes with 64 connections (test/bench/rivals.js).
 */
const executionContext = (
  { viewer, client, isClientWaiting, objectBudget }: RequestContext,
  replacement?: Replacement,
): ExecutionContext & Record<string, unknown> => ({
  viewer,
  client,
  isClientWaiting,
  objectBudget,
  replacement,
  app: undefined,
  errors: null,
  preParsing: null,
  preValidation: null,
  preExecution: null,
  onResolution: null,
  preSubscriptionParsing: null,
  preSubscriptionExecution: null,
  onSubscriptionResolution: null,
  onSubscriptionEnd: null,
})

/**
 * Executes operations with Mercurius. Mercurius compiles frequent documents, unless a hook replaces the document before
 * the execution. The hook replaces documents whose compiled code would give another result than graphql-js by documents
 * for coerced variables, so that their variables are not coerced again.
 */
export async function mercuriusExecutor(
  app: FastifyInstance,
  schema: GraphQLSchema,
  options: Partial<CompilationOptions> = {},
): Promise<Executor> {
  const { maxDocuments, minExecutions } = { ...defaultCompilationOptions, ...options }
  await app.register(mercurius, {
    schema,
    routes: false,
    cache: maxDocuments,
    jit: minExecutions,
    errorFormatter,
  })
  app.graphql.addHook<ExecutionContext>('preExecution', (_schema, _document, { replacement }) => replacement)
  const coercedSchema = schemaForCoercedVariables(schema)
  const coercedDocument = coercedDocumentCache()

  const interpret: Executor = async ({ document }, context, { coerced }) =>
    app.graphql(
      document,
      executionContext(context, {
        schema: coercedSchema,
        document: coercedDocument(document),
        variables: coerced,
      }),
    )

  return async (executable, context, variables) => {
    const { document, isCompilable } = executable
    if (!isCompilable) return interpret(executable, context, variables)
    // Mercurius coerces the variables again, which is skipped if the operation declares none.
    const sent = executable.variables.length === 0 ? undefined : variables.sent
    const result = await app.graphql(document, executionContext(context), sent)
    // Compiled code reports several errors for one null, in a different order. Queries can be executed again.
    const isUnreliable = (result.errors?.length ?? 0) > 1
    return isUnreliable ? interpret(executable, context, variables) : result
  }
}

/** Caches the documents for coerced variables. */
function coercedDocumentCache(): (document: DocumentNode) => DocumentNode {
  const cache = new WeakMap<DocumentNode, DocumentNode>()
  return document => {
    const result = cache.get(document) ?? documentForCoercedVariables(document)
    cache.set(document, result)
    return result
  }
}

/** Keeps the errors as they are, because the engine formats them. */
const errorFormatter: MercuriusOptions['errorFormatter'] = execution => ({
  statusCode: 200,
  response: execution,
})
