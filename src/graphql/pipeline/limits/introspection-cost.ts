import {
  getNamedType,
  introspectionTypes,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isWrappingType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'
import type { FieldCost } from './field-cost.js'

/** The costs of introspection objects and values. They need no database, but there are tens of thousands. */
const weights = { object: 0.013, value: 0.005 }

/** The root fields `__schema` and `__type`. */
export const introspectionFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map(field => [field.name, field]),
)

const allIntrospectionFields = new Set<GraphQLField<unknown, unknown>>([
  ...introspectionFields.values(),
  ...introspectionTypes.filter(isObjectType).flatMap(type => Object.values(type.getFields())),
])

/** Returns the cost of an introspection field, with the list sizes of this schema; undefined for other fields. */
export function introspectionCostOf(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
): FieldCost | undefined {
  if (!allIntrospectionFields.has(field)) return undefined
  const { listSizes, averageCounts } = countsOf(schema)
  return {
    weight: isObjectType(getNamedType(field.type)) ? weights.object : weights.value,
    assumedSize: listSizes.get(field.name) ?? 1,
    averageCount: averageCounts.get(field.name),
    argumentWeights: new Map(),
    slicingArguments: [],
    sizedFields: [],
  }
}

interface Counts {
  /** The average number of items of the introspection lists. */
  listSizes: ReadonlyMap<string, number>
  /** The average number of values of fields that are not lists. */
  averageCounts: ReadonlyMap<string, number>
}

const countsBySchema = new WeakMap<GraphQLSchema, Counts>()

function countsOf(schema: GraphQLSchema): Counts {
  const counts = countsBySchema.get(schema) ?? {
    listSizes: listSizesOf(schema),
    averageCounts: averageCountsOf(schema),
  }
  countsBySchema.set(schema, counts)
  return counts
}

function listSizesOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap())
  const fields = types.flatMap(type =>
    isObjectType(type) || isInterfaceType(type) ? [Object.values(type.getFields())] : [],
  )
  const directives = schema.getDirectives()
  return new Map([
    ['types', types.length],
    ['directives', directives.length],
    ['fields', mean(fields)],
    ['args', mean([...fields.flat(), ...directives].map(({ args }) => args))],
    ['inputFields', mean(types.filter(isInputObjectType).map(type => Object.values(type.getFields())))],
    ['enumValues', mean(types.filter(isEnumType).map(type => type.getValues()))],
    ['possibleTypes', mean(types.filter(isInterfaceType).map(type => schema.getPossibleTypes(type)))],
  ])
}

/** The mean length, at least 1. */
const mean = (lists: readonly (readonly unknown[])[]): number =>
  Math.max(1, lists.flat().length / Math.max(1, lists.length))

function averageCountsOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const types = Object.values(schema.getTypeMap())
  const members = types.map(type => typedMembersOf(type))
  const wrappers = members.flat().map(({ type }) => countWrappers(type))
  const wrapperCount = wrappers.reduce((sum, count) => sum + count, 0)
  return new Map([
    // Assumes that `__type` selects the largest type.
    ['__type', Math.max(1, ...members.map(({ length }) => length)) / mean(members)],
    // Each wrapper has an `ofType`, the innermost type has none.
    ['ofType', wrapperCount / (wrapperCount + wrappers.length)],
  ])
}

/** The members of a type that have a type themselves: its fields and their arguments. */
function typedMembersOf(type: GraphQLNamedType): { type: GraphQLType }[] {
  if (isInputObjectType(type)) return Object.values(type.getFields())
  if (!isObjectType(type) && !isInterfaceType(type)) return []
  return Object.values(type.getFields()).flatMap(field => [field, ...field.args])
}

const countWrappers = (type: GraphQLType): number =>
  isWrappingType(type) ? 1 + countWrappers(type.ofType) : 0
