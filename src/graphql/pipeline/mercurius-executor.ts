import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import mercurius, { type MercuriusOptions } from 'mercurius'
import { minutes } from '../../lib/quantities.js'
import type { CacheMetrics } from '../../platform/telemetry/meter.js'
import type { RequestContext } from '../../viewer.js'
import { schemaForCoercedVariables, documentForCoercedVariables } from './variable-coercion.js'

/** A valid document with one operation. */
export interface Executable {
  /** The same object for each execution, because Mercurius caches compiled code by identity. */
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
  /** The number of documents compiled at a time. Mercurius keeps up to twice as many: 60 MB if all are of maximum size. */
  maxDocuments: number
  /** The number of requests before a document is compiled, which costs more than a few executions gain. */
  minRequests: number
  /** A document that was not requested in this time can be evicted, in milliseconds. */
  idleTime: number
}

export const defaultCompilationOptions: CompilationOptions = {
  maxDocuments: 50,
  minRequests: 10,
  idleTime: 10 * minutes,
}

/**
 * Executes operations with two Mercurius instances. The first compiles frequent documents whose compiled code is known to
 * give the correct result. The second never compiles, and caches no documents.
 */
export async function mercuriusExecutor(
  app: FastifyInstance,
  schema: GraphQLSchema,
  options: Partial<CompilationOptions> = {},
  watch?: CacheMetrics,
): Promise<Executor> {
  const { maxDocuments, minRequests, idleTime } = { ...defaultCompilationOptions, ...options }
  // With `jit: 1` Mercurius compiles a document at its second execution.
  const executeCompiled = await openMercurius(app, { schema, cache: maxDocuments, jit: 1 })
  const interpret = await createInterpreter(app, schema)
  const { isFrequent, count } = trackFrequency({ maxDocuments, minRequests, idleTime })
  watch?.onCreated(count)

  return async (executable, context, variables) => {
    const { document, isCompilable } = executable
    const isCompiled = isCompilable && isFrequent(document)
    watch?.onLookup(isCompiled)
    if (!isCompiled) return interpret(executable, context, variables)
    // Mercurius coerces the variables again, which is skipped if the operation declares none.
    const sent = executable.variables.length === 0 ? undefined : variables.sent
    const result = await executeCompiled(document, createMercuriusContext(context), sent)
    // Compiled code reports several errors for one null, in a different order. Queries can be executed again.
    const isUnreliable = (result.errors?.length ?? 0) > 1
    return isUnreliable ? interpret(executable, context, variables) : result
  }
}

/** The key in the context under which the hook finds the document to execute. */
const replacement = Symbol('replacement')

interface ReplacementContext {
  [replacement]?: { schema: GraphQLSchema; document: DocumentNode; variables: Record<string, unknown> }
}

/**
 * Creates the context of one execution. It contains all properties that Mercurius sets, because adding properties to the
 * object later takes V8 forty times as long as creating it.
 */
const createMercuriusContext = (
  context: RequestContext,
  executed?: ReplacementContext[typeof replacement],
) => ({
  app: null,
  errors: null,
  preParsing: null,
  preValidation: null,
  preExecution: null,
  onResolution: null,
  preSubscriptionParsing: null,
  preSubscriptionExecution: null,
  onSubscriptionResolution: null,
  onSubscriptionEnd: null,
  [replacement]: executed,
  viewer: context.viewer,
  client: context.client,
  isClientWaiting: context.isClientWaiting,
  objectBudget: context.objectBudget,
})

/**
 * Mercurius validates, copies and caches each document. To avoid this, it always gets the same short document, and a hook
 * replaces it with the actual document, whose variables are coerced already.
 */
async function createInterpreter(app: FastifyInstance, schema: GraphQLSchema): Promise<Executor> {
  const mercury = await openMercurius(app, { schema, cache: 1 })
  mercury.addHook<ReplacementContext>('preExecution', (_schema, _document, context) => context[replacement])
  const coercedDocument = coercedDocumentCache()
  const coercedSchema = schemaForCoercedVariables(schema)
  return async ({ document }, context, { coerced }) =>
    mercury(
      '{ __typename }',
      createMercuriusContext(context, {
        schema: coercedSchema,
        document: coercedDocument(document),
        variables: coerced,
      }),
    )
}

/** Caches the documents for coerced variables. */
function coercedDocumentCache(): (document: DocumentNode) => DocumentNode {
  const deduplicated = new WeakMap<DocumentNode, DocumentNode>()
  return document => {
    const result = deduplicated.get(document) ?? documentForCoercedVariables(document)
    deduplicated.set(document, result)
    return result
  }
}

/**
 * Selects the documents to compile. A selected document stays selected as long as it is requested: with plain LRU
 * eviction, slightly more documents than the limit would be compiled over and over.
 */
function trackFrequency({ maxDocuments, minRequests, idleTime }: CompilationOptions) {
  const requestCounts = new WeakMap<DocumentNode, number>()
  const frequent = new LRUCache<DocumentNode, true>({
    max: maxDocuments,
    ttl: idleTime,
    ttlResolution: 0,
    updateAgeOnGet: true,
  })
  function isFrequent(document: DocumentNode): boolean {
    if (frequent.get(document)) return true
    const requests = (requestCounts.get(document) ?? 0) + 1
    requestCounts.set(document, requests)
    if (requests <= minRequests) return false
    if (frequent.size >= maxDocuments) frequent.purgeStale()
    if (frequent.size >= maxDocuments) return false
    frequent.set(document, true)
    return true
  }
  return { isFrequent, count: () => frequent.size }
}

/** Keeps the errors as they are, because the engine formats them. */
const errorFormatter: MercuriusOptions['errorFormatter'] = execution => ({
  statusCode: 200,
  response: execution,
})

/** Registers Mercurius in its own scope, because a scope can have only one. */
async function openMercurius(app: FastifyInstance, options: MercuriusOptions) {
  let scope = app
  await app.register(async own => {
    scope = own
    await own.register(mercurius, { ...options, routes: false, errorFormatter })
  })
  return scope.graphql
}
