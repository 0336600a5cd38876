import { randomUUID } from 'node:crypto'
import {
  coerceInputValue,
  getNamedType,
  getVariableValues,
  GraphQLScalarType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  valueFromAST,
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import { InvalidInput } from '../../lib/invalid-input.js'
import type { VariableUse } from './input-paths.js'
import { inputError, type InputError } from './operation-error.js'

type Values = Record<string, unknown>
type Coerce = (value: unknown) => unknown
type CoercionOptions = NonNullable<Parameters<typeof getVariableValues>[3]>
type Outcome = { coerced: Values; errors?: never } | { errors: readonly InputError[]; coerced?: never }
type Keys = readonly (string | number)[]

/** The declarations and uses of an operation's variables. */
interface VariableInfo {
  variables: readonly VariableDefinitionNode[]
  variableUses: ReadonlyMap<string, VariableUse>
}

/** Thrown for invalid values. graphql-js then finds out the reason. */
const coercionFailure = new Error('the value cannot be coerced')

/** The number of entries that the errors of one request may repeat. */
const maxEchoedEntries = 20_000
/** graphql-js repeats this many levels of an invalid value, and this many items of a list. */
const echoedLevels = 2
const echoedItems = 10
/** The number of characters that errors repeat of an invalid string or field name. */
const maxEchoedCharacters = 200

/**
 * Coerces variables as graphql-js does, but with precompiled coercers per type, because a workout with fifty sets has a
 * thousand fields. Invalid variables are coerced again by graphql-js, which creates the error messages.
 */
export function variableCoercer(schema: GraphQLSchema, options: CoercionOptions = {}) {
  const coercers = new Map<GraphQLInputType, Coerce>()

  function coercerOf(type: GraphQLInputType): Coerce {
    const found = coercers.get(type)
    if (found) return found
    // An input type can contain itself.
    coercers.set(type, value => coercer(value))
    const coercer = createCoercer(type, coercerOf)
    coercers.set(type, coercer)
    return coercer
  }

  function coerce({ variables, variableUses }: VariableInfo, values: Values): Values {
    const coerced: Values = {}
    for (const { variable, type: node, defaultValue } of variables) {
      const name = variable.name.value
      const type = typeFromAST(schema, node)
      const isProvided = Object.hasOwn(values, name)
      if (!isInputType(type)) throw coercionFailure
      if (isProvided) coerced[name] = coerceOne(type, values[name], variableUses.get(name))
      else if (defaultValue) coerced[name] = valueFromAST(defaultValue, type)
      else if (isNonNullType(type)) throw coercionFailure
    }
    return coerced
  }

  function coerceOne(type: GraphQLInputType, value: unknown, use?: VariableUse): unknown {
    try {
      return coercerOf(type)(value)
    } catch (error) {
      const isolated = isolate(type, value, use)
      if (isolated === undefined) throw error
      return isolated
    }
  }

  /** Replaces the invalid items of an argument with `@isolateItems` by `InvalidInput`. Undefined for other arguments. */
  function isolate(type: GraphQLInputType, value: unknown, use?: VariableUse): unknown {
    if (use?.itemDepth === 0) {
      const itemType = getNullableType(type) as GraphQLList<GraphQLInputType>
      if (!Array.isArray(value)) return undefined
      return value.map((item, index) => itemOf(itemType.ofType, item, `${use.path}[${index}]`))
    }
    if (use?.itemDepth === 1) return itemOf(type, value, use.path)
    if (use?.itemDepth === 2) return invalidInput(type, value, use.path)
    return undefined
  }

  /** @throws InvalidItem if the item does not identify its operation */
  function itemOf(type: GraphQLInputType, item: unknown, path: string): unknown {
    const coerce = coercerOf(type)
    try {
      return coerce(item)
    } catch {
      const [name = '', ...others] = isRecord(item) ? Object.keys(item) : []
      const field = (getNamedType(type) as GraphQLInputObjectType).getFields()[name]
      const invalid =
        field && others.length === 0 && isRecord(item)
          ? invalidInput(field.type, item[name], `${path}.${name}`)
          : undefined
      if (!invalid) throw new InvalidItem(path, firstError(type, item, path).message)
      return { [name]: invalid }
    }
  }

  function invalidInput(type: GraphQLInputType, sent: unknown, path: string): InvalidInput | undefined {
    if (!isRecord(sent)) return undefined
    const { field, message } = firstError(type, sent, path)
    return new InvalidInput(sent, field, message)
  }

  /** The first error of a value. */
  function firstError(type: GraphQLInputType, value: unknown, path: string) {
    const [first] = errorsOf(type, truncateStrings(value), { path, maxErrors: 1, options })
    const { field, message } = first ?? { field: path, message: 'The value has the wrong type.' }
    return { field, message: `${field}: ${message}` }
  }

  return (declared: VariableInfo, values: Values): Outcome => {
    try {
      return { coerced: coerce(declared, values) }
    } catch (error) {
      if (error instanceof InvalidItem) return { errors: [inputError(error.field, error.message)] }
      const maxEchoedErrors = Math.max(1, Math.floor(maxEchoedEntries / maxEchoedEntriesOf(values)))
      const maxErrors = Math.min(maxEchoedErrors, options.maxErrors ?? maxEchoedErrors)
      return coercionErrors(schema, declared, truncateStrings(values) as Values, { ...options, maxErrors })
    }
  }
}

/** Thrown for an item of an argument with `@isolateItems` that does not identify its operation. */
class InvalidItem extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message)
  }
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the errors of graphql-js for invalid variables, each with the path of the input. */
function coercionErrors(
  schema: GraphQLSchema,
  { variables, variableUses }: VariableInfo,
  values: Values,
  options: CoercionOptions & { maxErrors: number },
): Outcome {
  const { errors, coerced } = getVariableValues(schema, variables, values, options)
  if (coerced) return { coerced }
  const fields: string[] = []
  for (const { variable, type: node, defaultValue } of variables) {
    const name = variable.name.value
    const type = typeFromAST(schema, node)
    const path = variableUses.get(name)?.path ?? name
    // A last error states that there are too many.
    const maxErrors = options.maxErrors + 1 - fields.length
    if (!isInputType(type) || maxErrors <= 0) break
    const isProvided = Object.hasOwn(values, name)
    if (isNonNullType(type) && (isProvided ? values[name] === null : !defaultValue)) fields.push(path)
    else if (isProvided)
      fields.push(...errorsOf(type, values[name], { path, maxErrors, options }).map(({ field }) => field))
  }
  return {
    errors: errors.map(({ message, nodes }, position) =>
      inputError(fields[position] ?? 'variables', message, { nodes }),
    ),
  }
}

interface Problem {
  field: string
  message: string
}

/** The errors of a value, up to `maxErrors`. */
function errorsOf(
  type: GraphQLInputType,
  value: unknown,
  { path, maxErrors, options }: { path: string; maxErrors: number; options: CoercionOptions },
): Problem[] {
  const problems: Problem[] = []
  try {
    const onError = (keys: Keys, _value: unknown, { message }: Error) => {
      problems.push({ field: path + printPath([...keys, ...fieldNamedIn(message)]), message })
      if (problems.length >= maxErrors) throw errorLimitReached
    }
    coerceInputValue(value, type, onError, options.hideSuggestions)
  } catch (error) {
    if (error !== errorLimitReached) throw error
  }
  return problems
}

/** Thrown to end the search. */
const errorLimitReached = new Error('the error limit is reached')

const printPath = (keys: Keys): string =>
  keys.map(key => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')

/** graphql-js locates a missing or unknown field at its object. Its name is only in the message. */
const fieldNamedIn = (message: string): string[] =>
  /^Field "([^"]*)" (?:of required type|is not defined)/.exec(message)?.slice(1) ?? []

/** Truncates the long strings of an invalid value. The ellipsis keeps them invalid. */
function truncateStrings(value: unknown): unknown {
  if (typeof value === 'string') return truncate(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(truncateStrings)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [truncate(name), truncateStrings(inner)]),
  )
}

const truncate = (text: string) =>
  text.length > maxEchoedCharacters ? `${text.slice(0, maxEchoedCharacters)}…` : text

/** The number of entries that graphql-js repeats of an invalid value. */
function countEchoedEntries(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null || levels === 0) return 1
  const entries = Array.isArray(value) ? value.slice(0, echoedItems) : Object.values(value)
  return entries.reduce<number>((sum, entry) => sum + countEchoedEntries(entry, levels - 1), 1)
}

/** The maximum of `countEchoedEntries` over all parts of a value, because each error repeats one part. */
function maxEchoedEntriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const inner = Object.values(value).filter(part => typeof part === 'object')
  return inner.reduce<number>(
    (largest, part) => Math.max(largest, maxEchoedEntriesOf(part)),
    countEchoedEntries(value, echoedLevels),
  )
}

function createCoercer(type: GraphQLInputType, coercerOf: (type: GraphQLInputType) => Coerce): Coerce {
  if (isNonNullType(type)) {
    const coerce = coercerOf(type.ofType)
    return value => {
      if (value == null) throw coercionFailure
      return coerce(value)
    }
  }
  if (isListType(type)) {
    const coerce = coercerOf(type.ofType)
    return value => {
      if (value == null) return null
      // JSON has no iterables other than arrays.
      return Array.isArray(value) ? value.map(item => coerce(item)) : [coerce(value)]
    }
  }
  if (isInputObjectType(type)) return createObjectCoercer(type, coercerOf)
  if (isEnumType(type))
    return value => {
      if (value == null) return null
      // `parseValue` of the type would search for similar names, which is slow for long strings.
      const enumValue = typeof value === 'string' ? type.getValue(value) : undefined
      if (!enumValue) throw coercionFailure
      return enumValue.value as unknown
    }
  return value => {
    if (value == null) return null
    const parsed: unknown = type.parseValue(value)
    if (parsed === undefined) throw coercionFailure
    return parsed
  }
}

function createObjectCoercer(
  type: GraphQLInputObjectType,
  coercerOf: (type: GraphQLInputType) => Coerce,
): Coerce {
  const fields = Object.values(type.getFields()).map(field => ({
    name: field.name,
    coerce: coercerOf(field.type),
    fallback: field.defaultValue,
    isRequired: isNonNullType(field.type) && field.defaultValue === undefined,
  }))
  return sent => {
    if (sent == null) return null
    if (typeof sent !== 'object' || Array.isArray(sent)) throw coercionFailure
    const values = sent as Values
    const coerced: Values = {}
    let taken = 0
    for (const { name, coerce, fallback, isRequired } of fields) {
      const value = values[name]
      if (value !== undefined) {
        coerced[name] = coerce(value)
        taken++
      } else if (isRequired) throw coercionFailure
      else if (fallback !== undefined) coerced[name] = fallback
    }
    const names = Object.keys(values)
    // A name is not a field, or its value is undefined.
    if (names.length !== taken || (type.isOneOf && !hasOneNonNullValue(coerced))) throw coercionFailure
    return coerced
  }
}

function hasOneNonNullValue(coerced: Values): boolean {
  const values = Object.values(coerced)
  return values.length === 1 && values[0] !== null
}

/** A scalar whose values are coerced already. */
const CoercedScalar = new GraphQLScalarType({ name: 'Coerced' })
/** A random name, so that no client can use the scalar. */
const coercedScalarName = randomUUID()

/** The schema in which the scalar for coerced variables exists. Clients are validated against the original schema. */
export function schemaForCoercedVariables(schema: GraphQLSchema): GraphQLSchema {
  const getType: GraphQLSchema['getType'] = name =>
    name === coercedScalarName ? CoercedScalar : schema.getType(name)
  return Object.create(schema, { getType: { value: getType } }) as GraphQLSchema
}

/** A copy of the document that declares all variables with the scalar for coerced variables. */
export function documentForCoercedVariables(document: DocumentNode): DocumentNode {
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedScalarName } } as const
  const definitions = document.definitions.map(definition => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition
    const variableDefinitions = definition.variableDefinitions?.map(
      ({ defaultValue: _, ...variable }): VariableDefinitionNode => ({ ...variable, type }),
    )
    return { ...definition, variableDefinitions }
  })
  return { ...document, definitions }
}
