import {
  defaultFieldResolver,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isCompositeType,
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

/** The fields with objects that an operation selects of a value. */
type Selection = (type: string | undefined) => readonly Child[]

/**
 * Returns whether a field has a resolver of its own. The value of any other field is a property of its object.
 */
export const hasOwnResolver = ({ resolve }: GraphQLField<unknown, unknown>): boolean =>
  resolve !== undefined && resolve !== defaultFieldResolver

/**
 * Returns how many objects an operation selects of the value of a field: those of the value, and those that are
 * properties of them. What has a resolver of its own is not counted, as it is not known yet.
 */
export const countSelected = (value: unknown, field: SelectedField): number =>
  count(value, selectionOf(field), false)

/**
 * Returns how many objects a value will have that does not exist yet, from an object with the same properties. One
 * object is assumed where a property is missing that a resolver will add.
 */
export const estimateSelected = (value: unknown, field: SelectedField): number =>
  count(value, selectionOf(field), true)

function count(value: unknown, selection: Selection, isEstimate: boolean): number {
  if (value === null || typeof value !== 'object') return 0
  let sum = 0
  if (Array.isArray(value)) {
    for (const item of value) sum += count(item, selection, isEstimate)
    return sum
  }
  sum = 1
  const object = value as Record<string, unknown>
  for (const { name, isList, hasResolver, selection: inner } of selection(object['__typename'] as string)) {
    if (!hasResolver) sum += count(object[name], inner, isEstimate)
    else if (isEstimate) sum += name in object ? count(object[name], inner, true) : isList ? 0 : 1
  }
  return sum
}

/** The nodes of a field are the same array for each of its values: in one execution, or in all of compiled code. */
const known = new WeakMap<readonly FieldNode[], Selection>()

function selectionOf({ fieldNodes, returnType, ...execution }: SelectedField): Selection {
  const selection = known.get(fieldNodes) ?? compile(getNamedType(returnType), fieldNodes, execution)
  known.set(fieldNodes, selection)
  return selection
}

function compile(
  type: GraphQLNamedType,
  nodes: readonly FieldNode[],
  { schema, fragments, variableValues }: Execution,
): Selection {
  const execution = { schema, fragments, variableValues }
  if (isObjectType(type)) {
    let children: readonly Child[] | undefined
    return () => (children ??= childrenOf(type, nodes, execution))
  }
  if (!isAbstractType(type)) return () => []
  const byType = new Map<string | undefined, readonly Child[]>()
  return name => {
    const children = byType.get(name) ?? childrenOf(schema.getType(name ?? ''), nodes, execution)
    byType.set(name, children)
    return children
  }
}

function childrenOf(
  type: GraphQLNamedType | undefined,
  nodes: readonly FieldNode[],
  execution: Execution,
): readonly Child[] {
  if (!isObjectType(type)) return []
  return [...fieldsOf(type, nodes, execution).values()].flatMap(own => childOf(type, own, execution))
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
    const wanted = condition === undefined ? type : schema.getType(condition)
    return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type))
  }

  function collect(selections: readonly SelectionNode[]): void {
    for (const selection of selections.filter(isSelected)) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value
        const alike = fields.get(name)
        if (alike) alike.push(selection)
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

function childOf(type: GraphQLObjectType, nodes: readonly FieldNode[], execution: Execution): Child[] {
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
