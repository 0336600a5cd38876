import { GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { KiB, MiB } from '../../lib/quantities.js'
import type { CacheMetrics } from '../../platform/telemetry/meter.js'
import { OperationError, type InputError } from './operation-error.js'
import { prepareOperation, type Operation, type PreparationOptions } from './prepare-operation.js'

/** Measured: 260 to 350 bytes, with what was found out about it. */
const bytesPerNode = 400
/** The text is kept twice, with up to two bytes for each character. */
const bytesPerCharacter = 4
/** The trace of the stack, for the most part. */
const bytesPerError = 2 * KiB

const cacheLimits = { max: 1000, maxSize: 32 * MiB }

type Outcome = Operation | OperationError

/** Parses, measures and validates each operation once and remembers the outcome, good or bad. */
export function operationCache(options: PreparationOptions, watch?: CacheMetrics) {
  const permanent = new Map<string, Outcome>()
  const recent = new LRUCache<string, Outcome>({
    ...cacheLimits,
    sizeCalculation: (outcome, key) => weightOf(outcome) + key.length * bytesPerCharacter,
  })

  watch?.onCreated(() => permanent.size + recent.size)

  /** @throws OperationError */
  function prepare(source: string, operationName: string | null): Operation {
    const key = keyOf(source, operationName)
    let outcome = permanent.get(key) ?? recent.get(key)
    watch?.onLookup(outcome !== undefined)
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
     * Prepares a document with one operation before anybody asks for it, and never forgets it.
     * @returns why it will be refused, if it will
     */
    preparePermanently(source: string): OperationError | undefined {
      const outcome = attempt(() => prepareOperation(source, null, options))
      permanent.set(keyOf(source, null), outcome)
      if (outcome instanceof OperationError) return outcome
      if (outcome.name !== undefined) permanent.set(keyOf(source, outcome.name), outcome)
      return undefined
    },
    /** How much is remembered, in bytes. */
    weight: () => recent.calculatedSize,
  }
}

/** The length tells where the name ends, whatever is in it. */
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

/** What an error points at is the whole document; where it is will do. */
const withoutDocument = ({ code, errors, details }: OperationError) =>
  new OperationError(
    code,
    errors.map(
      // The extensions name the field, where the code demands one.
      ({ message, source, positions, extensions }) =>
        new GraphQLError(message, { source, positions, extensions }) as InputError,
    ),
    details,
  )
