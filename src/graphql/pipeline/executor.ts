import type { FastifyInstance } from 'fastify'
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import mercurius, { type MercuriusOptions } from 'mercurius'
import { minutes } from '../../lib/quantities.js'
import type { CacheWatch } from '../../platform/telemetry/meter.js'
import type { RequestContext } from '../../viewer.js'
import { takingCoerced, withCoercedVariables } from './coercion.js'

/** What is to be executed: a document that was found valid and has one operation. */
export interface Executable {
  /** The very same object each time: it is what Mercurius remembers compiled code by. */
  document: DocumentNode
  compilable: boolean
  /** Those that it declares. */
  variables: readonly object[]
}

/** Variables that were found to fit. */
export interface Variables {
  /** As they were sent. */
  sent: Record<string, unknown>
  /** As resolvers get them. */
  coerced: Record<string, unknown>
}

/** Answers a query or mutation. */
export type Executor = (
  executable: Executable,
  context: RequestContext,
  variables: Variables,
) => Promise<ExecutionResult>

interface Keeping {
  /** How many documents Mercurius is fed at a time. It keeps up to twice as many: 60 MB, were all of the largest. */
  most: number
  /** It gets a document after so many times: to copy, check and compile it costs more than a few answers gain. */
  before: number
  /** One that nobody has asked for in this time makes room for another, in milliseconds. */
  idle: number
}

export const usualKeeping: Keeping = { most: 50, before: 10, idle: 10 * minutes }

/**
 * Mercurius executes everything. One compiles what is asked often, with what a compiled answer cannot get wrong; the
 * other one never compiles, and keeps nothing of a document.
 */
export async function mercuriusExecutor(
  app: FastifyInstance,
  schema: GraphQLSchema,
  keeping: Partial<Keeping> = {},
  watch?: CacheWatch,
): Promise<Executor> {
  const { most, before, idle } = { ...usualKeeping, ...keeping }
  // It compiles what comes a second time.
  const compiling = await openMercurius(app, { schema, cache: most, jit: 1 })
  const interpret = await interpreter(app, schema)
  const { isFrequent, count } = frequency({ most, before, idle })
  watch?.onMade(count)

  return async (executable, context, variables) => {
    const { document, compilable } = executable
    const isCompiled = compilable && isFrequent(document)
    watch?.onLookup(isCompiled)
    if (!isCompiled) return interpret(executable, context, variables)
    // Mercurius coerces them to see whether they fit: where none are declared, it need not look.
    const sent = executable.variables.length === 0 ? undefined : variables.sent
    const result = await compiling(document, contextOf(context), sent)
    // Compiled code tells more errors than one for the same null, in an order of its own. Queries can be asked again.
    const isUnsure = (result.errors?.length ?? 0) > 1
    return isUnsure ? interpret(executable, context, variables) : result
  }
}

/** By this the hook finds in the context what is to be executed. */
const wanted = Symbol('wanted')

interface Wanting {
  [wanted]?: { schema: GraphQLSchema; document: DocumentNode; variables: Record<string, unknown> }
}

/**
 * A context of its own for each execution. What Mercurius puts into it is there from the start: to grow an object that
 * was copied takes V8 forty times as long as all the rest of it.
 */
const contextOf = (context: RequestContext, wanting?: Wanting[typeof wanted]) => ({
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
  [wanted]: wanting,
  viewer: context.viewer,
  client: context.client,
  isClientWaiting: context.isClientWaiting,
  objectBudget: context.objectBudget,
})

/**
 * Mercurius checks, copies and remembers each document that it is given. So it is given the same short one each time,
 * and a hook hands it the one to be executed, with variables that need not be coerced once more.
 */
async function interpreter(app: FastifyInstance, schema: GraphQLSchema): Promise<Executor> {
  const mercury = await openMercurius(app, { schema, cache: 1 })
  mercury.addHook<Wanting>('preExecution', (_schema, _document, context) => context[wanted])
  const ready = readyDocuments()
  const taking = takingCoerced(schema)
  return async ({ document }, context, { coerced }) =>
    mercury(
      '{ __typename }',
      contextOf(context, { schema: taking, document: ready(document), variables: coerced }),
    )
}

/** Documents for coerced variables, each made once. */
function readyDocuments(): (document: DocumentNode) => DocumentNode {
  const known = new WeakMap<DocumentNode, DocumentNode>()
  return document => {
    const ready = known.get(document) ?? withCoercedVariables(document)
    known.set(document, ready)
    return ready
  }
}

/**
 * Which documents are asked often. Who is in stays in as long as it is asked for: were the last one asked always let
 * in, a few documents too many would be compiled over and over.
 */
function frequency({ most, before, idle }: Keeping) {
  const times = new WeakMap<DocumentNode, number>()
  const frequent = new LRUCache<DocumentNode, true>({
    ...{ max: most, ttl: idle, ttlResolution: 0, updateAgeOnGet: true },
  })
  function isFrequent(document: DocumentNode): boolean {
    if (frequent.get(document)) return true
    const asked = (times.get(document) ?? 0) + 1
    times.set(document, asked)
    if (asked <= before) return false
    if (frequent.size >= most) frequent.purgeStale()
    if (frequent.size >= most) return false
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
