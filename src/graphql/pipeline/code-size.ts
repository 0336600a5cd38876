import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isObjectType,
  Kind,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf } from './fragments.js'

/**
 * Estimates the size of the compiled code of a document with one operation, in fields and arguments. Those of a fragment
 * count once per spread, those of an interface or union once per possible type. The running time is proportional to the
 * length of the document and the number of types.
 */
export function codeSize(schema: GraphQLSchema, document: DocumentNode): number {
  const fragments = fragmentsOf(document)
  const sizesBySelection = new Map<SelectionSetNode, Map<GraphQLNamedType, number>>()

  function sizeOfSelections(set: SelectionSetNode | undefined, type: GraphQLNamedType): number {
    if (!set) return 0
    if (isAbstractType(type))
      return sum(schema.getPossibleTypes(type).map(possible => sizeOfSelections(set, possible)))
    const sizes = sizesBySelection.get(set) ?? new Map<GraphQLNamedType, number>()
    sizesBySelection.set(set, sizes)
    const size =
      sizes.get(type) ??
      (isObjectType(type) ? sum(set.selections.map(selection => sizeOfSelection(selection, type))) : 0)
    sizes.set(type, size)
    return size
  }

  function sizeOfSelection(selection: SelectionNode, type: GraphQLObjectType): number {
    if (selection.kind === Kind.FIELD) {
      const inner = type.getFields()[selection.name.value]?.type
      const own = 1 + (selection.arguments?.length ?? 0)
      return own + (inner ? sizeOfSelections(selection.selectionSet, getNamedType(inner)) : 0)
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value)
    return canBe(type, condition) ? sizeOfSelections(fragment?.selectionSet, type) : 0
  }

  function canBe(type: GraphQLObjectType, condition: GraphQLNamedType | undefined): boolean {
    if (!condition || condition === type) return true
    return isAbstractType(condition) && schema.isSubType(condition, type)
  }

  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  return root ? sizeOfSelections(operation.selectionSet, root) : 0
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
