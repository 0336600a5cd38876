/** A position in the response, during the search for the most expensive field. */
export interface CostTrace {
  /** The response names from the root to the position. */
  path: readonly string[]
  /** The maximum number of objects at the position. */
  multiplicity: number
  search: FieldSearch
}

interface FieldSearch {
  /** The response names of the most expensive field so far, separated by dots. */
  field: string
  /** The cost of this field without its subfields. */
  cost: number
  /** The number of fields and fragments that were visited. */
  visits: number
}

/** Higher than any limit, and low enough for exact sums. */
export const maxCost = 1e12

/** Bounds the search, because fragments can multiply the fields. */
const maxVisits = 5000

export const startTrace = (): CostTrace => ({
  path: [],
  multiplicity: 1,
  search: { field: '', cost: 0, visits: 0 },
})

/** Counts a visit. Returns false if the search has ended. */
export const visit = ({ search }: CostTrace): boolean => ++search.visits <= maxVisits

/**
 * Compares a field with the most expensive one so far.
 * @param count the number of values of the field in each object
 * @param ownCost the cost of these values without their subfields
 * @returns the trace of the subfields; undefined if the search has ended
 */
export function traceField(
  name: string,
  count: number,
  ownCost: number,
  parent: CostTrace,
): CostTrace | undefined {
  if (!visit(parent)) return undefined
  const { search } = parent
  const path = [...parent.path, name]
  if (parent.multiplicity * ownCost > search.cost) {
    search.field = path.join('.')
    search.cost = Math.min(maxCost, parent.multiplicity * ownCost)
  }
  return { path, multiplicity: Math.min(maxCost, parent.multiplicity * count), search }
}
