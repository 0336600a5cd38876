import { readFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'

export const schema = buildSchema(
  readFileSync(new URL('../../../generated/schema.graphql', import.meta.url), 'utf8'),
)

export interface Operation {
  /** The name of the root field. */
  name: string
  query: string
  variables: Record<string, unknown>
}

/** Returns the id to use at a path of the arguments. */
type IdAt = (path: string) => string

/** Generates an operation for every root field, with all arguments that it needs and the given ids. */
export function operationsWith(
  idAt: IdAt,
  kinds: readonly ('query' | 'mutation' | 'subscription')[],
  /** The number of levels of fields that are selected. */
  depth = 4,
): Operation[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }
  return kinds.flatMap(kind =>
    Object.values(roots[kind]?.getFields() ?? {}).flatMap(field =>
      argumentsOf(field, idAt).map(variables => operation(kind, field, variables, depth)),
    ),
  )
}

function operation(
  kind: string,
  field: GraphQLField<unknown, unknown>,
  variables: Record<string, unknown>,
  depth: number,
): Operation {
  const given = field.args.filter(({ name }) => name in variables)
  const declared = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ')
  const head = declared ? `${kind}(${declared})` : kind
  const query = `${head} { ${field.name}${passed ? `(${passed})` : ''} ${selectionOf(field.type, depth)} }`
  return { name: field.name, query, variables }
}

/** Returns one set of arguments, or one for each field of an input of which exactly one must be given. */
function argumentsOf(field: GraphQLField<unknown, unknown>, idAt: IdAt): Record<string, unknown>[] {
  const expected = field.args.filter(
    ({ type, name }) => isNonNullType(type) || holdsId(type) || name === 'filter',
  )
  const choices = expected.map(({ name, type }) =>
    valuesOf(type, name, idAt).map(value => [name, value] as const),
  )
  const count = Math.max(1, ...choices.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(choices.map(values => values[index % values.length]!)),
  )
}

const holdsId = (type: GraphQLInputType): boolean => getNamedType(type).name === 'ID'

function valuesOf(type: GraphQLInputType, path: string, idAt: IdAt): unknown[] {
  if (isNonNullType(type)) return valuesOf(type.ofType, path, idAt)
  if (isListType(type)) return valuesOf(type.ofType, path, idAt).map(value => [value])
  if (isInputObjectType(type)) return objectsOf(type, path, idAt)
  if (isEnumType(type)) return [type.getValues()[0]?.name]
  return [scalars[type.name]?.(path, idAt) ?? 1]
}

const scalars: Record<string, (path: string, idAt: IdAt) => unknown> = {
  ID: (path, idAt) => idAt(path),
  String: path => (path.endsWith('timezone') ? 'UTC' : 'something'),
  Boolean: () => true,
  DateTime: () => '2026-05-01T12:00:00.000Z',
  Date: () => '2026-05-01',
}

function objectsOf(type: GraphQLInputObjectType, path: string, idAt: IdAt): unknown[] {
  const fields = Object.values(type.getFields())
  const valueOf = ({ name, type }: GraphQLInputField) => valuesOf(type, `${path}.${name}`, idAt)
  if (type.isOneOf) return fields.flatMap(field => valueOf(field).map(value => ({ [field.name]: value })))
  const given = fields.filter(
    ({ type }) => isNonNullType(type) || holdsId(type) || isInputObjectType(getNamedType(type)),
  )
  return [Object.fromEntries(given.map(field => [field.name, valueOf(field)[0]]))]
}

/** The names of the mutations that are also operations of `sync`. */
export function syncOperations(): string[] {
  const type = schema.getType('SyncOperation')
  return isInputObjectType(type) ? Object.keys(type.getFields()) : []
}

/** Returns a mutation that saves a record with an id, whose texts are all the given one. */
export function saveOperationOf(name: string, id: string, text: string): Operation {
  const field = schema.getMutationType()?.getFields()[name]
  const type = field && getNamedType(field.args[0]!.type)
  if (!isInputObjectType(type)) throw new Error(`${name} is not a mutation with an input`)
  const [required] = objectsOf(type, 'input', () => id) as [Record<string, unknown>]
  const texts = Object.values(type.getFields()).filter(({ type }) => getNamedType(type).name === 'String')
  const input = { ...required, ...Object.fromEntries(texts.map(({ name }) => [name, text])) }
  return {
    name,
    query: `mutation($input: ${type.name}!) { ${name}(input: $input) { conflict } }`,
    variables: { input },
  }
}

/** Selects all fields of a type that need no arguments, up to a depth. */
function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type)
  if (isLeafType(named)) return ''
  const own = isObjectType(named) || isInterfaceType(named) ? fieldsOf(named, depth) : []
  const types = isInterfaceType(named) && depth > 1 ? schema.getPossibleTypes(named) : []
  // Fields with the same name can have different types in different types, so they get aliases.
  const inner = types.map(one => {
    const fields = fieldsOf(one, depth - 1).map(field => `${one.name}_${field.split(' ')[0]}: ${field}`)
    return `... on ${one.name} { ${fields.join(' ')} }`
  })
  return `{ __typename ${[...own, ...inner].join(' ')} }`
}

function fieldsOf(type: GraphQLObjectType | GraphQLInterfaceType, depth: number): string[] {
  return Object.values(type.getFields()).flatMap(field => {
    if (field.args.some(isRequiredArgument)) return []
    if (isLeafType(getNamedType(field.type))) return [field.name]
    return depth > 1 ? [`${field.name} ${selectionOf(field.type, depth - 1)}`] : []
  })
}
