import {
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { fragmentsOf } from '../fragments.js'
import {
  applyConditions,
  free,
  maximumOf,
  memoize,
  sumOf,
  type CostFunction,
  type Variables,
} from './cost-function.js'
import { maxCost, traceField } from './cost-trace.js'
import { fieldCostOf, type FieldCost } from './field-cost.js'
import { introspectionCostOf, introspectionFields } from './introspection-cost.js'
import { listSizeOf, type SizeFunction } from './list-size.js'

/** The lists in the selection of a field with `sizedFields`. */
interface SizedLists {
  names: readonly string[]
  size: SizeFunction
  /** The costs of the fragments in the selection, by name. */
  fragmentCosts: Map<string, CostFunction>
}

/** The cost of a selection, and the type to whose objects it applies. */
interface SelectionCost {
  cost: CostFunction
  type: GraphQLNamedType
}

/**
 * Compiles the cost of a valid document with one operation. An object costs 1, or the `@cost` of its field, plus the
 * `@cost` of the given arguments. The selection of a list counts once per item, according to `@listSize`. Of an interface
 * or union, the most expensive type counts.
 */
export function compileCost(schema: GraphQLSchema, document: DocumentNode): CostFunction {
  const fragments = fragmentsOf(document)
  const fragmentCosts = new Map<string, CostFunction>()

  function costOfSelections(
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType,
    lists?: SizedLists,
  ): CostFunction {
    const parts = selections.map(selection => ({
      cost: applyConditions(costOfSelection(selection, parent, lists), selection.directives ?? []),
      type: typeOfSelection(selection, parent),
    }))
    return isAbstractType(parent)
      ? costOfAbstractType(schema, parent, parts)
      : sumOf(parts.map(({ cost }) => cost))
  }

  function costOfSelection(
    selection: SelectionNode,
    parent: GraphQLNamedType,
    lists?: SizedLists,
  ): CostFunction {
    if (selection.kind === Kind.FIELD) return costOfField(selection, parent, lists)
    if (selection.kind === Kind.FRAGMENT_SPREAD) return costOfFragment(selection.name.value, lists)
    return costOfSelections(selection.selectionSet, typeOfSelection(selection, parent), lists)
  }

  /** Returns the type to whose objects a selection applies: the parent, or the type condition of a fragment. */
  function typeOfSelection(selection: SelectionNode, parent: GraphQLNamedType): GraphQLNamedType {
    if (selection.kind === Kind.FIELD) return parent
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    return schema.getType(fragment?.typeCondition?.name.value ?? '') ?? parent
  }

  /** Compiles a fragment once, or once per field with `sizedFields` in whose selection it is. */
  function costOfFragment(name: string, lists?: SizedLists): CostFunction {
    const compiled = lists?.fragmentCosts ?? fragmentCosts
    const existing = compiled.get(name)
    if (existing) return existing
    const fragment = fragments.get(name)
    const type = fragment && schema.getType(fragment.typeCondition.name.value)
    if (!fragment || !type) return free
    const cost = memoize(costOfSelections(fragment.selectionSet, type, lists))
    compiled.set(name, cost)
    return cost
  }

  function costOfField(node: FieldNode, parent: GraphQLNamedType, lists?: SizedLists): CostFunction {
    const field = fieldOf(node, parent)
    if (!field) return free
    const parameters = introspectionCostOf(schema, field) ?? fieldCostOf(schema, field)
    const size = listSizeOf(node, field, parameters)
    const valueCost = valueCostOf(node, parameters)
    const subfieldsCost = costOfSubfields(node, field, { names: parameters.sizedFields, size })
    if (valueCost === free && subfieldsCost === free) return free
    const count = lists?.names.includes(node.name.value) ? lists.size : valueCount(field, parameters, size)
    const responseName = (node.alias ?? node.name).value
    return (variables, trace) => {
      const values = count(variables)
      const cost = valueCost(variables)
      const subfieldsTrace = trace && traceField(responseName, values, values * cost, trace)
      return Math.min(maxCost, values * (cost + subfieldsCost(variables, subfieldsTrace)))
    }
  }

  function costOfSubfields(
    { selectionSet }: FieldNode,
    field: GraphQLField<unknown, unknown>,
    { names, size }: Omit<SizedLists, 'fragmentCosts'>,
  ): CostFunction {
    const type = getNamedType(field.type)
    if (!selectionSet || !isCompositeType(type)) return free
    const lists =
      names.length > 0 ? { names, size, fragmentCosts: new Map<string, CostFunction>() } : undefined
    return costOfSelections(selectionSet, type, lists)
  }

  const operation = getOperationAST(document)
  const root = operation && schema.getRootType(operation.operation)
  const cost = root ? costOfSelections(operation.selectionSet, root) : free
  return (variables, trace) => Math.ceil(cost(variables, trace))
}

/** Adds the costs that apply to all objects, and those of the most expensive object type. */
function costOfAbstractType(
  schema: GraphQLSchema,
  parent: GraphQLAbstractType,
  parts: readonly SelectionCost[],
): CostFunction {
  const costly = parts.filter(({ cost }) => cost !== free)
  const unconditional = costly.filter(({ type }) => type === parent)
  const conditional = costly.filter(({ type }) => type !== parent)
  const appliesTo = (object: GraphQLObjectType, type: GraphQLNamedType) =>
    type === object || (isAbstractType(type) && schema.isSubType(type, object))
  const costsByObjectType = schema
    .getPossibleTypes(parent)
    .map(object => sumOf(conditional.filter(({ type }) => appliesTo(object, type)).map(({ cost }) => cost)))
  return sumOf([...unconditional.map(({ cost }) => cost), maximumOf(costsByObjectType)])
}

function fieldOf({ name }: FieldNode, parent: GraphQLNamedType): GraphQLField<unknown, unknown> | undefined {
  if (!isObjectType(parent) && !isInterfaceType(parent)) return undefined
  return parent.getFields()[name.value] ?? introspectionFields.get(name.value)
}

/** Returns the number of values of a field in one object. A list of scalars counts once, regardless of its length. */
function valueCount(
  { type }: GraphQLField<unknown, unknown>,
  { averageCount = 1 }: FieldCost,
  size: SizeFunction,
): SizeFunction {
  const isListOfObjects = isListType(getNullableType(type)) && isCompositeType(getNamedType(type))
  return isListOfObjects ? size : () => averageCount
}

/** Returns the cost of one value of a field with its arguments, without its subfields. */
function valueCostOf(node: FieldNode, { weight, argumentWeights }: FieldCost): CostFunction {
  const weightedArguments = (node.arguments ?? []).flatMap(({ name, value }) => {
    const argumentWeight = argumentWeights.get(name.value)
    return argumentWeight === undefined || value.kind === Kind.NULL ? [] : [{ argumentWeight, value }]
  })
  if (weightedArguments.length === 0) return weight === 0 ? free : () => weight
  const isProvided = (value: ValueNode, variables: Variables) =>
    value.kind !== Kind.VARIABLE || variables[value.name.value] != null
  return variables =>
    weightedArguments.reduce(
      (sum, { argumentWeight, value }) => sum + (isProvided(value, variables) ? argumentWeight : 0),
      weight,
    )
}
