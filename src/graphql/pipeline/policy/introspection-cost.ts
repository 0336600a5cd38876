import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isInterfaceType,
  isObjectType,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import type { FieldRules } from './field-rules.js'

/** What every object of an introspection costs: nothing is read for it, but there are thousands. */
const weight = 0.01

/** The fields of the root that every schema has, by which it tells about itself. */
export const introspectionFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef].map(field => [field.name, field]),
)

/** What a field of introspection costs, and how long its lists are in this schema; undefined for any other field. */
export function introspectionRules(
  schema: GraphQLSchema,
  { name, type }: GraphQLField<unknown, unknown>,
): FieldRules | undefined {
  const answer = getNamedType(type)
  if (!isIntrospectionType(answer)) return undefined
  const assumedSize = sizesOf(schema).get(name) ?? 1
  return {
    weight: isObjectType(answer) ? weight : 0,
    ...{ assumedSize, argumentWeights: new Map(), slicingArguments: [], sizedFields: [] },
  }
}

const known = new WeakMap<GraphQLSchema, ReadonlyMap<string, number>>()

/** How many items the lists of introspection have, on average where there are any. */
function sizesOf(schema: GraphQLSchema): ReadonlyMap<string, number> {
  const sizes = known.get(schema) ?? measured(schema)
  known.set(schema, sizes)
  return sizes
}

function measured(schema: GraphQLSchema): ReadonlyMap<string, number> {
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

/** At least 1. */
const mean = (lists: readonly (readonly unknown[])[]): number =>
  Math.max(1, lists.flat().length / Math.max(1, lists.length))
