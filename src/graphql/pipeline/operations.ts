import { LRUCache } from 'lru-cache'
import { MiB } from '../../lib/quantities.js'
import { OperationError } from './operation-error.js'
import { prepareOperation, type Operation, type PreparationOptions } from './prepare-operation.js'

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
     * Prepares a document with one operation before anybody asks for it, and never forgets it.
     * @returns why it will be refused, if it will
     */
    keep(source: string): OperationError | undefined {
      const outcome = attempt(() => prepareOperation(source, null, options))
      const outcomes: Outcomes = new Map([[null, outcome]])
      kept.set(source, outcomes)
      if (outcome instanceof OperationError) return outcome
      if (outcome.name !== undefined) outcomes.set(outcome.name, outcome)
      return undefined
    },
  }
}

function attempt(work: () => Operation): Operation | OperationError {
  try {
    return work()
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
}
