import { getOperationAST, Kind, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../fragments.js'

/**
 * Counts the comparisons that validation needs to check whether the fields of an operation can be merged: at each position
 * of the response, each pair of fields with the same name and each pair of fragments. Stops above the limit, because
 * fragments can multiply the positions.
 */
export function countComparisons(document: DocumentNode, limit: number): number {
  const fragments = fragmentsOf(document)
  let count = 0

  function countMerged(selectionSets: readonly SelectionSetNode[]): void {
    const fields = new Map<string, FieldNode[]>()
    const spread = new Set<string>()
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const name = (selection.alias ?? selection.name).value
          const sameNameFields = fields.get(name)
          if (sameNameFields) sameNameFields.push(selection)
          else fields.set(name, [selection])
        } else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
        else if (!spread.has(selection.name.value)) {
          spread.add(selection.name.value)
          const fragment = fragments.get(selection.name.value)
          if (fragment) collect(fragment.selectionSet)
        }
      }
    }
    selectionSets.forEach(collect)

    count += pairs(spread.size)
    for (const sameNameFields of fields.values()) {
      // Single fields count as one comparison.
      count += pairs(sameNameFields.length) + 1
      if (count > limit) return
      const nested = sameNameFields.flatMap(({ selectionSet }) => selectionSet ?? [])
      if (nested.length > 0) countMerged(nested)
    }
  }

  const operation = getOperationAST(document)
  if (operation) countMerged([operation.selectionSet])
  return count
}

const pairs = (items: number) => (items * (items - 1)) / 2
