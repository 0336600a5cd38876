import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  isInterfaceType,
  getNullableType,
  Kind,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fragmentsOf } from '../fragments.js'
import { fieldCostOf, type FieldCost } from './field-cost.js'
import { introspectionFields, introspectionCostOf } from './introspection-cost.js'
import { maxPageSize } from '../../../lib/pages.js'

/** Computes the cost of an operation with the given variables. The cost estimates the work of the service. */
export type CostFunction = (variables: Record<string, unknown>, trace?: CostTrace) => number

/** A position in the response for which the most expensive field is searched. */
interface CostTrace {
  /** The response names from the root to the position. */
  path: readonly string[]
  /** The maximum number of objects at the position. */
  multiplicity: number
  found: { field: string; cost: number; visits: number }
}

type SizeFunction = (variables: Record<string, unknown>) => number

/** A field with `sizedFields`, whose size applies to the lists in its selection. */
interface ListContext {
  /** The names of the lists. */
  fields: readonly string[]
  size: SizeFunction
  /** The costs of the fragments in the selection, by name. */
  fragments: Map<string, CostFunction>
}

/** The assumed number of items of a list without `@listSize`. */
const assumedListSize = 10
/** Higher than any limit, and low enough for exact sums. */
const maxCost = 1e12

/** The number of fields whose costs are compared, because fragments can multiply them. */
const maxVisits = 5000

const free: CostFunction = () => 0

/** Returns the path and the cost of the field with the highest own cost, not counting its subfields. */
export function mostExpensiveField(cost: CostFunction, variables: Record<string, unknown>) {
  const found = { field: '', cost: 0, visits: 0 }
  cost(variables, { path: [], multiplicity: 1, found })
  return { field: found.field, cost: Math.ceil(found.cost) }
}

function traceField(name: string, items: number, own: number, outer: CostTrace): CostTrace | undefined {
  const { found } = outer
  if (++found.visits > maxVisits) return undefined
  const path = [...outer.path, name]
  if (outer.multiplicity * own > found.cost) {
    found.field = path.join('.')
    found.cost = Math.min(maxCost, outer.multiplicity * own)
  }
  return { path, multiplicity: Math.min(maxCost, outer.multiplicity * items), found }
}

/**
 * Compiles the cost of a valid document with one operation. An object costs 1, or the `@cost` of its field, plus the
 * `@cost` of the given arguments. The selection of a list counts once per item, according to `@listSize`. Of an interface
 * or union, the most expensive type counts.
 */
export function compileCost(schema: GraphQLSchema, document: DocumentNode): CostFunction {
  const fragments = fragmentsOf(document)
  const compiled = new Map<string, CostFunction>()
  const rules = (field: GraphQLField<unknown, unknown>) =>
    introspectionCostOf(schema, field) ?? fieldCostOf(schema, field)

  function costOfSelections(
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType,
    sized?: ListContext,
  ): CostFunction {
    const parts = selections.map(selection => ({
      cost: applyConditions(costOfSelection(selection, parent, sized), selection.directives ?? []),
      type: selection.kind === Kind.FIELD ? parent : conditionOf(selection, parent),
    }))
    const costly = parts.filter(({ cost }) => cost !== free)
    if (!isAbstractType(parent)) return sumOf(costly.map(({ cost }) => cost))
    const applies = (type: GraphQLNamedType, object: GraphQLObjectType) =>
      type === object || (isAbstractType(type) && schema.isSubType(type, object))
    const unconditional = costly.filter(({ type }) => type === parent)
    const conditional = costly.filter(({ type }) => type !== parent)
    const costsByType = schema
      .getPossibleTypes(parent)
      .map(object => sumOf(conditional.filter(({ type }) => applies(type, object)).map(({ cost }) => cost)))
    return sumOf([
      ...unconditional.map(({ cost }) => cost),
      maximumOf(costsByType.filter(cost => cost !== free)),
    ])
  }

  function costOfSelection(
    selection: SelectionNode,
    parent: GraphQLNamedType,
    sized?: ListContext,
  ): CostFunction {
    if (selection.kind === Kind.FIELD) return costOfField(selection, parent, sized)
    if (selection.kind === Kind.FRAGMENT_SPREAD) return costOfFragment(selection.name.value, sized)
    return costOfSelections(selection.selectionSet, conditionOf(selection, parent), sized)
  }

  /** Returns the type to whose objects a fragment applies. */
  function conditionOf(
    selection: FragmentSpreadNode | InlineFragmentNode,
    parent: GraphQLNamedType,
  ): GraphQLNamedType {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    return schema.getType(fragment?.typeCondition?.name.value ?? '') ?? parent
  }

  /** Compiles a fragment once, or once per list whose `sizedFields` it may contain. */
  function costOfFragment(name: string, sized?: ListContext): CostFunction {
    const existing = (sized?.fragments ?? compiled).get(name)
    if (existing) return existing
    const fragment = fragments.get(name)
    const type = fragment && schema.getType(fragment.typeCondition.name.value)
    if (!fragment || !type) return free
    const cost = memoize(costOfSelections(fragment.selectionSet, type, sized))
    ;(sized?.fragments ?? compiled).set(name, cost)
    return cost
  }

  function costOfField(node: FieldNode, parent: GraphQLNamedType, sized?: ListContext): CostFunction {
    if (!(isObjectType(parent) || isInterfaceType(parent))) return free
    const field = parent.getFields()[node.name.value] ?? introspectionFields.get(node.name.value)
    if (!field) return free
    const { assumedSize, times: assumedTimes, slicingArguments, sizedFields, ...weights } = rules(field)
    const weight = weightOf(node, weights)
    const type = getNamedType(field.type)
    const size = listSizeOf(node, field, slicingArguments, assumedSize)
    const inner =
      node.selectionSet && isCompositeType(type)
        ? costOfSelections(
            node.selectionSet,
            type,
            sizedFields.length > 0 ? { fields: sizedFields, size, fragments: new Map() } : undefined,
          )
        : free
    // A list of scalars costs the same regardless of its length.
    const isList = isListType(getNullableType(field.type)) && isCompositeType(type)
    const defaultSize = assumedTimes === undefined ? undefined : () => assumedTimes
    const times = sized?.fields.includes(node.name.value) ? sized.size : isList ? size : defaultSize
    if (weight === free && inner === free) return free
    const name = (node.alias ?? node.name).value
    return (variables, trace) => {
      const items = times?.(variables) ?? 1
      const own = weight(variables)
      const fieldTrace = trace && traceField(name, items, items * own, trace)
      return Math.min(maxCost, items * (own + inner(variables, fieldTrace)))
    }
  }

  const operation = document.definitions.find(definition => definition.kind === Kind.OPERATION_DEFINITION)
  const root = operation && schema.getRootType(operation.operation)
  const cost = operation && root ? costOfSelections(operation.selectionSet, root) : free
  return (variables, trace) => Math.ceil(cost(variables, trace))
}

function sumOf(parts: readonly CostFunction[]): CostFunction {
  const costly = parts.filter(part => part !== free)
  if (costly.length === 0) return free
  return (variables, trace) =>
    Math.min(
      maxCost,
      costly.reduce((sum, part) => sum + part(variables, trace), 0),
    )
}

function maximumOf(parts: readonly CostFunction[]): CostFunction {
  if (parts.length === 0) return free
  return (variables, trace) => Math.max(...parts.map(part => part(variables, trace)))
}

/** The cost of the field itself with its arguments. */
function weightOf(
  node: FieldNode,
  { weight, argumentWeights }: Pick<FieldCost, 'weight' | 'argumentWeights'>,
): CostFunction {
  const weightedArguments = (node.arguments ?? []).flatMap(({ name, value }) => {
    const own = argumentWeights.get(name.value)
    return own === undefined || value.kind === Kind.NULL ? [] : [{ own, value }]
  })
  if (weightedArguments.length === 0) return weight === 0 ? free : () => weight
  const isProvided = (value: ValueNode, variables: Record<string, unknown>) =>
    value.kind !== Kind.VARIABLE || variables[value.name.value] != null
  return variables =>
    weightedArguments.reduce((sum, { own, value }) => sum + (isProvided(value, variables) ? own : 0), weight)
}

/** The maximum of the given slicing arguments, otherwise the assumed size. */
function listSizeOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  slicingArguments: readonly string[],
  assumedSize = assumedListSize,
): SizeFunction {
  const slicingSizes = slicingArguments.flatMap(name => {
    const value = node.arguments?.find(argument => argument.name.value === name)?.value
    const byDefault: unknown = field.args.find(argument => argument.name === name)?.defaultValue
    const size = typeof byDefault === 'number' ? byDefault : undefined
    return value ? [readSize(value, size)] : size === undefined ? [] : [() => size]
  })
  if (slicingSizes.length === 0) return () => assumedSize
  return variables => {
    const sizes = slicingSizes.map(size => size(variables)).filter(size => size !== undefined)
    // Clamped, so that a size that is rejected later neither lowers the cost nor causes a misleading error.
    return sizes.length === 0 ? assumedSize : Math.min(maxPageSize, Math.max(0, ...sizes))
  }
}

const readSize =
  (value: ValueNode, byDefault: number | undefined) =>
  (variables: Record<string, unknown>): number | undefined => {
    if (value.kind === Kind.INT) return Number(value.value)
    if (value.kind === Kind.LIST) return value.values.length
    if (value.kind !== Kind.VARIABLE) return undefined
    const variable = variables[value.name.value]
    if (variable === undefined) return byDefault
    // The result has one item per item of the input.
    if (Array.isArray(variable)) return variable.length
    return typeof variable === 'number' ? variable : undefined
  }

/** Selections that `@skip` or `@include` omits cost nothing. */
function applyConditions(cost: CostFunction, directives: readonly DirectiveNode[]): CostFunction {
  if (cost === free) return free
  let result = cost
  for (const { name, arguments: directiveArguments } of directives) {
    const condition = directiveArguments?.find(argument => argument.name.value === 'if')?.value
    if (!condition || (name.value !== 'skip' && name.value !== 'include')) continue
    const inner = result
    const requiredValue = name.value === 'include'
    result = (variables, trace) =>
      evaluateCondition(condition, variables) === !requiredValue ? 0 : inner(variables, trace)
  }
  return result
}

function evaluateCondition(condition: ValueNode, variables: Record<string, unknown>): unknown {
  if (condition.kind === Kind.BOOLEAN) return condition.value
  return condition.kind === Kind.VARIABLE ? variables[condition.name.value] : undefined
}

/** Evaluates a fragment once per set of variables, because nested spreads grow exponentially. */
function memoize(cost: CostFunction): CostFunction {
  let last: { variables: Record<string, unknown>; result: number } | undefined
  return (variables, trace) => {
    if (trace && ++trace.found.visits <= maxVisits) return cost(variables, trace)
    if (last?.variables !== variables) last = { variables, result: cost(variables) }
    return last.result
  }
}
