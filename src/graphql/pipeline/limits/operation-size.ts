import { getOperationAST, Kind, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf } from '../fragments.js'

/** The size of an operation with its fragments expanded. */
export interface OperationSize {
  /** The nesting depth of fields. */
  depth: number
  aliases: number
  directives: number
  rootFields: number
}

/** Counts are capped, because nested spreads grow exponentially. */
const maxCount = 1e12

const emptySize: OperationSize = { depth: 0, aliases: 0, directives: 0, rootFields: 0 }

/** Measures a document with one operation. */
export function measureOperation(document: DocumentNode): OperationSize {
  const operation = getOperationAST(document)
  if (!operation) return emptySize
  const onOperation = operation.directives?.length ?? 0
  const onVariables = operation.variableDefinitions?.reduce(
    (sum, { directives }) => sum + (directives?.length ?? 0),
    0,
  )
  const selected = createSizeMeasurer(document)(operation.selectionSet)
  return { ...selected, directives: selected.directives + onOperation + (onVariables ?? 0) }
}

/**
 * Returns the response name of the root field with the largest share of a measure, and its share. Undefined if no root
 * field has any, for example if all directives are on the operation.
 */
export function largestRootField(
  document: DocumentNode,
  measure: keyof OperationSize,
): { field: string; cost: number } | undefined {
  const sizeOf = createSizeMeasurer(document)
  const shares = rootFieldsOf(document).map(field => ({
    field: (field.alias ?? field.name).value,
    cost: sizeOf({ kind: Kind.SELECTION_SET, selections: [field] })[measure],
  }))
  const largest = shares.reduce((largest, share) => (share.cost > largest.cost ? share : largest), {
    field: '',
    cost: 0,
  })
  return largest.cost > 0 ? largest : undefined
}

/**
 * Creates a function that measures selections. Each fragment is measured once, so that the running time is proportional to
 * the length of the document. Cyclic spreads count as empty, and validation rejects them.
 */
function createSizeMeasurer(document: DocumentNode): (selectionSet: SelectionSetNode) => OperationSize {
  const fragments = fragmentsOf(document)
  const measured = new Map<string, OperationSize>()

  function sizeOfFragment(name: string): OperationSize {
    const existing = measured.get(name)
    if (existing) return existing
    measured.set(name, emptySize)
    const fragment = fragments.get(name)
    if (!fragment) return emptySize
    const result = sizeOfSelections(fragment.selectionSet)
    const size = {
      ...result,
      aliases: Math.min(maxCount, result.aliases),
      directives: Math.min(maxCount, result.directives + (fragment.directives?.length ?? 0)),
      rootFields: Math.min(maxCount, result.rootFields),
    }
    measured.set(name, size)
    return size
  }

  function sizeOfSelections({ selections }: SelectionSetNode): OperationSize {
    const sum = { ...emptySize }
    for (const selection of selections) {
      sum.directives += selection.directives?.length ?? 0
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet ? sizeOfSelections(selection.selectionSet) : emptySize
        sum.depth = Math.max(sum.depth, 1 + inner.depth)
        sum.aliases += inner.aliases + (selection.alias ? 1 : 0)
        sum.directives += inner.directives
        sum.rootFields += 1
      } else {
        const spread =
          selection.kind === Kind.FRAGMENT_SPREAD
            ? sizeOfFragment(selection.name.value)
            : sizeOfSelections(selection.selectionSet)
        sum.depth = Math.max(sum.depth, spread.depth)
        sum.aliases += spread.aliases
        sum.directives += spread.directives
        sum.rootFields += spread.rootFields
      }
    }
    return sum
  }

  return sizeOfSelections
}

function rootFieldsOf(document: DocumentNode): FieldNode[] {
  const fragments = fragmentsOf(document)
  const visited = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap(selection => {
      if (selection.kind === Kind.FIELD) return selection
      if (selection.kind === Kind.INLINE_FRAGMENT) return collect(selection.selectionSet)
      const fragment = visited.has(selection.name.value) ? undefined : fragments.get(selection.name.value)
      visited.add(selection.name.value)
      return fragment ? collect(fragment.selectionSet) : []
    })
  const operation = getOperationAST(document)
  return operation ? collect(operation.selectionSet) : []
}
