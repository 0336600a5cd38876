import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import mercurius, { type MercuriusOptions } from 'mercurius'
import { minutes } from '../../lib/quantities.js'
import type { CacheMetrics } from '../../platform/telemetry/meter.js'
import type { RequestContext } from '../../viewer.js'
import { schemaForCoercedVariables, documentForCoercedVariables } from './variable-coercion.js'

/** What is to be executed: a document that was found valid and has one operation. */
export interface Executable {
  /** The very same object each time: it is what Mercurius remembers compiled code by. */
  document: DocumentNode
  isCompilable: boolean
  /** Those that it declares. */
  variables: readonly object[]
}

/** Variables that were found to fit. */
export interface OperationVariables {
  /** As they were sent. */
  sent: Record<string, unknown>
  /** As resolvers get them. */
  coerced: Record<string, unknown>
}

/** Answers a query or mutation. */
export type Executor = (
  executable: Executable,
  context: RequestContext,
  variables: OperationVariables,
) => Promise<ExecutionResult>

interface CompilationOptions {
  /** How many documents Mercurius is fed at a time. It keeps up to twice as many: 60 MB, were all of the largest. */
  maxDocuments: number
  /** It gets a document after so many times: to copy, check and compile it costs more than a few answers gain. */
  minRequests: number
  /** One that nobody has asked for in this time makes room for another, in milliseconds. */
  idleTime: number
}

export const defaultCompilationOptions: CompilationOptions = {
  maxDocuments: 50,
  minRequests: 10,
  idleTime: 10 * minutes,
}

/**
 * Mercurius executes everything. One compiles what is asked often, with what a compiled answer cannot get wrong; the
 * other one never compiles, and keeps nothing of a document.
 */
export async function mercuriusExecutor(
  app: FastifyInstance,
  schema: GraphQLSchema,
  keeping: Partial<CompilationOptions> = {},
  watch?: CacheMetrics,
): Promise<Executor> {
  const { maxDocuments, minRequests, idleTime } = { ...defaultCompilationOptions, ...keeping }
  // It compiles what comes a second time.
  const compiling = await openMercurius(app, { schema, cache: maxDocuments, jit: 1 })
  const interpret = await createInterpreter(app, schema)
  const { isFrequent, count } = trackFrequency({ maxDocuments, minRequests, idleTime })
  watch?.onCreated(count)

  return async (executable, context, variables) => {
    const { document, isCompilable } = executable
    const isCompiled = isCompilable && isFrequent(document)
    watch?.onLookup(isCompiled)
    if (!isCompiled) return interpret(executable, context, variables)
    // Mercurius coerces them to see whether they fit: where none are declared, it need not look.
    const sent = executable.variables.length === 0 ? undefined : variables.sent
    const result = await compiling(document, createMercuriusContext(context), sent)
    // Compiled code tells more errors than one for the same null, in an order of its own. Queries can be asked again.
    const isUnsure = (result.errors?.length ?? 0) > 1
    return isUnsure ? interpret(executable, context, variables) : result
  }
}

/** By this the hook finds in the context what is to be executed. */
const replacement = Symbol('wanted')

interface ReplacementContext {
  [replacement]?: { schema: GraphQLSchema; document: DocumentNode; variables: Record<string, unknown> }
}

/**
 * A context of its own for each execution. What Mercurius puts into it is there from the start: to grow an object that
 * was copied takes V8 forty times as long as all the rest of it.
 */
const createMercuriusContext = (
  context: RequestContext,
  wanting?: ReplacementContext[typeof replacement],
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
  [replacement]: wanting,
  viewer: context.viewer,
  client: context.client,
  isClientWaiting: context.isClientWaiting,
  objectBudget: context.objectBudget,
})

/**
 * Mercurius checks, copies and remembers each document that it is given. So it is given the same short one each time,
 * and a hook hands it the one to be executed, with variables that need not be coerced once more.
 */
async function createInterpreter(app: FastifyInstance, schema: GraphQLSchema): Promise<Executor> {
  const mercury = await openMercurius(app, { schema, cache: 1 })
  mercury.addHook<ReplacementContext>('preExecution', (_schema, _document, context) => context[replacement])
  const ready = coercedDocumentCache()
  const taking = schemaForCoercedVariables(schema)
  return async ({ document }, context, { coerced }) =>
    mercury(
      '{ __typename }',
      createMercuriusContext(context, { schema: taking, document: ready(document), variables: coerced }),
    )
}

/** Documents for coerced variables, each made once. */
function coercedDocumentCache(): (document: DocumentNode) => DocumentNode {
  const known = new WeakMap<DocumentNode, DocumentNode>()
  return document => {
    const ready = known.get(document) ?? documentForCoercedVariables(document)
    known.set(document, ready)
    return ready
  }
}

/**
 * Which documents are asked often. Who is in stays in as long as it is asked for: were the last one asked always let
 * in, a few documents too many would be compiled over and over.
 */
function trackFrequency({ maxDocuments, minRequests, idleTime }: CompilationOptions) {
  const times = new WeakMap<DocumentNode, number>()
  const frequent = new LRUCache<DocumentNode, true>({
    ...{ max: maxDocuments, ttl: idleTime, ttlResolution: 0, updateAgeOnGet: true },
  })
  function isFrequent(document: DocumentNode): boolean {
    if (frequent.get(document)) return true
    const asked = (times.get(document) ?? 0) + 1
    times.set(document, asked)
    if (asked <= minRequests) return false
    if (frequent.size >= maxDocuments) frequent.purgeStale()
    if (frequent.size >= maxDocuments) return false
    frequent.set(document, true)
    return true
  }
  return { isFrequent, count: () => frequent.size }
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
    await own.register(mercurius, { ...options, routes: false, errorFormatter })
  })
  return scope.graphql
}
