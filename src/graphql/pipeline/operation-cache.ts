import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { KiB, MiB } from '../../lib/quantities.js'
import type { CacheMetrics } from '../../platform/telemetry/meter.js'
import { OperationError, type InputError } from './operation-error.js'
import { prepareOperation, type Operation, type PreparationOptions } from './prepare-operation.js'

/** Measured: 260 to 350 bytes, including the results of the analysis. */
const bytesPerNode = 400
/** The text is stored twice, with up to two bytes per character. */
const bytesPerCharacter = 4
/** Mainly the stack trace. */
const bytesPerError = 2 * KiB

const cacheLimits = { max: 1000, maxSize: 32 * MiB }

type Outcome = Operation | OperationError

/** Parses, validates and analyzes each operation once, and caches the result or the error. */
export function operationCache(options: PreparationOptions, metrics?: CacheMetrics) {
  const permanent = new Map<string, Outcome>()
  const recent = new LRUCache<string, Outcome>({
    ...cacheLimits,
    sizeCalculation: (outcome, key) => weightOf(outcome) + key.length * bytesPerCharacter,
  })

  metrics?.trackSize(() => permanent.size + recent.size)

  /** @throws OperationError */
  function prepare(source: string, operationName: string | null): Operation {
    const key = keyOf(source, operationName)
    let outcome = permanent.get(key) ?? recent.get(key)
    metrics?.onLookup(outcome !== undefined)
    if (!outcome) {
      outcome = attempt(() => prepareOperation(source, operationName, options))
      recent.set(key, outcome)
    }
    if (outcome instanceof OperationError) throw outcome
    return outcome
  }

  return {
    prepare,
    /**
     * Prepares a document with one operation, and never evicts it.
     * @returns the error with which requests for it will be rejected
     */
    preparePermanently(source: string): OperationError | undefined {
      const outcome = attempt(() => prepareOperation(source, null, options))
      permanent.set(keyOf(source, null), outcome)
      if (outcome instanceof OperationError) return outcome
      if (outcome.name !== undefined) permanent.set(keyOf(source, outcome.name), outcome)
      return undefined
    },
    /** The estimated size of the evictable operations, in bytes. */
    weight: () => recent.calculatedSize,
  }
}

/** The length separates the name from the text unambiguously. */
const keyOf = (source: string, name: string | null) =>
  `${name === null ? '' : name.length}:${name ?? ''}${source}`

function weightOf(outcome: Outcome): number {
  if (!(outcome instanceof OperationError)) return outcome.nodeCount * bytesPerNode
  return outcome.errors.reduce(
    (sum, { message }) => sum + bytesPerError + message.length * bytesPerCharacter,
    0,
  )
}

function attempt(work: () => Operation): Outcome {
  try {
    return work()
  } catch (error) {
    if (error instanceof OperationError) return withoutDocument(error)
    throw error
  }
}

/** Drops the nodes of the errors, which retain the whole document. Their positions are sufficient. */
const withoutDocument = ({ code, errors, details }: OperationError) =>
  new OperationError(
    code,
    errors.map(
      // The extensions contain the field if the code requires one.
      ({ message, source, positions, extensions }) =>
        new GraphQLError(message, { source, positions, extensions }) as InputError,
    ),
    details,
  )
