import {
  defaultFieldResolver,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionNode,
} from 'graphql'
import { textObjectCount } from './object-count.js'

type Execution = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>
type SelectedField = Execution & Pick<GraphQLResolveInfo, 'fieldNodes' | 'returnType'>

/** A field that returns objects, in a selection. */
interface Child {
  name: string
  isList: boolean
  /** False if the value is a property of the object, so that it is known as soon as the object is. */
  hasResolver: boolean
  selection: Selection
}

/** The fields that an operation selects of an object. */
interface Selected {
  children: readonly Child[]
  /** The names of the selected scalar and enum fields, one per response name. */
  leaves: readonly string[]
}

/** Returns what an operation selects of a value, by the name of its type. */
type Selection = (type: string | undefined) => Selected

/** Returns whether a field has its own resolver. The value of any other field is a property of its object. */
export const hasOwnResolver = ({ resolve }: GraphQLField<unknown, unknown>): boolean =>
  resolve !== undefined && resolve !== defaultFieldResolver

/**
 * Returns the number of objects that an operation selects of the value of a field, including nested objects that are
 * properties. Fields with their own resolver are not counted, because their values are not known yet. Long texts count
 * as objects.
 */
export const countSelected = (value: unknown, field: SelectedField): number =>
  count(value, getSelection(field), false)

/**
 * Estimates the number of objects of a value that does not exist yet, from an object with the same properties. A missing
 * property that a resolver will add is estimated as one object.
 */
export const estimateSelected = (value: unknown, field: SelectedField): number =>
  count(value, getSelection(field), true)

/** Returns whether an operation selects a scalar or enum field of the object that a field returns. */
export const selectsLeaf = (field: SelectedField, name: string): boolean =>
  getSelection(field)(undefined).leaves.includes(name)

function count(value: unknown, selection: Selection, isEstimate: boolean): number {
  if (value === null || typeof value !== 'object') return 0
  let sum = 0
  if (Array.isArray(value)) {
    for (const item of value) sum += count(item, selection, isEstimate)
    return sum
  }
  sum = 1
  const object = value as Record<string, unknown>
  const { children, leaves } = selection(object['__typename'] as string)
  for (const name of leaves) sum += textsObjectCount(object[name])
  for (const { name, isList, hasResolver, selection: inner } of children) {
    if (!hasResolver) sum += count(object[name], inner, isEstimate)
    else if (isEstimate) sum += name in object ? count(object[name], inner, true) : isList ? 0 : 1
  }
  return sum
}

function textsObjectCount(value: unknown): number {
  if (typeof value === 'string') return textObjectCount(value)
  return Array.isArray(value) ? value.reduce((sum: number, item) => sum + textsObjectCount(item), 0) : 0
}

/** The field nodes are the same array for all values of a field: in one execution, or in compiled code always. */
const selections = new WeakMap<readonly FieldNode[], Selection>()

function getSelection({ fieldNodes, returnType, ...execution }: SelectedField): Selection {
  const selection = selections.get(fieldNodes) ?? compile(getNamedType(returnType), fieldNodes, execution)
  selections.set(fieldNodes, selection)
  return selection
}

function compile(
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  { schema, fragments, variableValues }: Execution,
): Selection {
  const execution = { schema, fragments, variableValues }
  if (isObjectType(type)) {
    let selected: Selected | undefined
    return () => (selected ??= compileObject(type, nodes, execution))
  }
  if (!isAbstractType(type)) return () => noSelection
  const byType = new Map<string | undefined, Selected>()
  return name => {
    const selected = byType.get(name) ?? compileObject(schema.getType(name ?? ''), nodes, execution)
    byType.set(name, selected)
    return selected
  }
}

const noSelection: Selected = { children: [], leaves: [] }

function compileObject(
  type: GraphQLNamedType | undefined,
  nodes: readonly FieldNode[],
  execution: Execution,
): Selected {
  if (!isObjectType(type)) return noSelection
  const fields = [...fieldsOf(type, nodes, execution).values()]
  return {
    children: fields.flatMap(own => toChild(type, own, execution)),
    leaves: fields.flatMap(own => toLeaf(type, own)),
  }
}

/** The fields that are selected of an object, by their response names. */
function fieldsOf(
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  { schema, fragments, variableValues }: Execution,
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const visited = new Set<string>()

  function isSelected(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return true
    const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues)
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)
    return skip?.['if'] !== true && include?.['if'] !== false
  }

  function applies(condition: string | undefined): boolean {
    const conditionType = condition === undefined ? type : schema.getType(condition)
    return conditionType === type || (isAbstractType(conditionType) && schema.isSubType(conditionType, type))
  }

  function collect(selections: readonly SelectionNode[]): void {
    for (const selection of selections.filter(isSelected)) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const sameNameFields = fields.get(name)
        if (sameNameFields) sameNameFields.push(selection)
        else fields.set(name, [selection])
        continue
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
      if (isSpread && visited.has(selection.name.value)) continue
      if (isSpread) visited.add(selection.name.value)
      const fragment = isSpread ? fragments[selection.name.value] : selection
      if (fragment && applies(fragment.typeCondition?.name.value)) collect(fragment.selectionSet.selections)
    }
  }

  for (const { selectionSet } of nodes) collect(selectionSet?.selections ?? [])
  return fields
}

function toLeaf(type: GraphQLObjectType, [node]: readonly FieldNode[]): string[] {
  const field = type.getFields()[node?.name.value ?? '']
  return field && isLeafType(getNamedType(field.type)) ? [field.name] : []
}

function toChild(type: GraphQLObjectType, nodes: readonly FieldNode[], execution: Execution): Child[] {
  const field = type.getFields()[nodes[0]?.name.value ?? '']
  if (!field) return []
  const inner = getNamedType(field.type)
  if (!isCompositeType(inner)) return []
  return [
    {
      name: field.name,
      isList: isListType(getNullableType(field.type)),
      hasResolver: hasOwnResolver(field),
      selection: compile(inner, nodes, execution),
    },
  ]
}
