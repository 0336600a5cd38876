import {
  GraphQLError,
  type DocumentNode,
  type GraphQLSchema,
  type OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit'
import { LRUCache } from 'lru-cache'
import { MiB } from '../../lib/quantities.js'
import type { CacheHint } from './cache-hints.js'
import { OperationError } from './operation-error.js'
import type { Limits } from './policy/policy.js'
import { prepareOperation } from './prepare-operation.js'

/** One operation, ready for the executor. */
export interface Operation {
  /**
   * The document without its other operations, each character still where it was, so that positions in errors
   * stay right. The executor keys its compiled code on this text alone: it must not run another operation.
   */
  source: string
  document: DocumentNode
  kind: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  introspects: boolean
  compilable: boolean
  /** Its code, if that was made before anybody asked for it. */
  compiled?: CompiledQuery['query']
  /** What it costs with these variables. @throws OperationError QUERY_TOO_COMPLEX */
  cost: (variables: Record<string, unknown>, limit: number) => number
  cacheHint: CacheHint
  /** Deprecated fields it asks for, as `Type.field`. */
  deprecated: readonly string[]
}

export interface PreparationOptions {
  schema: GraphQLSchema
  limits: Limits
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
}

const rememberedDocuments = { max: 500, maxSize: 4 * MiB }

/** By the name that was asked for; null where none was. */
type Outcomes = Map<string | null, Operation | OperationError>

/** Parses, measures and validates each document once and remembers the outcome, good or bad. */
export function operationPreparer(options: PreparationOptions) {
  const kept = new Map<string, Outcomes>()
  const remembered = new LRUCache<string, Outcomes>({
    ...rememberedDocuments,
    sizeCalculation: (_value, source) => source.length + 1,
  })

  function outcomesOf(source: string): Outcomes {
    const known = kept.get(source) ?? remembered.get(source)
    if (known) return known
    const outcomes: Outcomes = new Map()
    remembered.set(source, outcomes)
    return outcomes
  }

  /** @throws OperationError */
  function prepare(source: string, operationName: string | null): Operation {
    const outcomes = outcomesOf(source)
    let outcome = outcomes.get(operationName)
    if (!outcome) {
      outcome = attempt(() => prepareOperation(source, operationName, options))
      // Names come from the request: unknown ones are not worth remembering.
      if (!(outcome instanceof OperationError) || outcomes.size === 0) outcomes.set(operationName, outcome)
    }
    if (outcome instanceof OperationError) throw outcome
    return outcome
  }

  return {
    prepare,
    /**
     * Prepares and compiles a document with one operation before anybody asks for it, and never forgets it.
     * @returns why it will be refused, if it will
     */
    keep(source: string): OperationError | undefined {
      const outcome = attempt(() => prepareOperation(source, null, options))
      const outcomes: Outcomes = new Map([[null, outcome]])
      kept.set(source, outcomes)
      if (outcome instanceof OperationError) return outcome
      compile(options.schema, outcome)
      if (outcome.name !== undefined) outcomes.set(outcome.name, outcome)
      return undefined
    },
  }
}

function compile(schema: GraphQLSchema, operation: Operation): void {
  if (!operation.compilable) return
  const compiled = compileQuery(schema, operation.document, operation.name)
  if (isCompiledQuery(compiled)) operation.compiled = compiled.query
}

function attempt(work: () => Operation): Operation | OperationError {
  try {
    return work()
  } catch (error) {
    if (error instanceof OperationError) return error
    // What reads a document calls itself for what is nested.
    if (error instanceof RangeError) return nestedTooDeeply()
    throw error
  }
}

const nestedTooDeeply = () =>
  new OperationError('GRAPHQL_VALIDATION_FAILED', [new GraphQLError('The document is nested too deeply.')])
