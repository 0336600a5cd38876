import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql'

type Values = Record<string, unknown>

/** Coerces an input value as graphql-js does. @throws any error if the value is invalid */
type Coerce = (value: unknown) => unknown

/** Thrown for invalid values. graphql-js then finds out the reason. */
export const coercionFailure = new Error('the value cannot be coerced')

/** Creates a function that returns the coercer of an input type, which is compiled once. */
export function inputCoercers(): (type: GraphQLInputType) => Coerce {
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

  return coercerOf
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
    defaultValue: field.defaultValue,
    isRequired: isNonNullType(field.type) && field.defaultValue === undefined,
  }))
  return sent => {
    if (sent == null) return null
    if (typeof sent !== 'object' || Array.isArray(sent)) throw coercionFailure
    const values = sent as Values
    const coerced: Values = {}
    let sentFields = 0
    for (const { name, coerce, defaultValue, isRequired } of fields) {
      const value = values[name]
      if (value !== undefined) {
        coerced[name] = coerce(value)
        sentFields++
      } else if (isRequired) throw coercionFailure
      else if (defaultValue !== undefined) coerced[name] = defaultValue
    }
    const sentNames = Object.keys(values)
    // Otherwise a name is not a field, or its value is undefined.
    if (sentNames.length !== sentFields || (type.isOneOf && !hasOneNonNullValue(coerced)))
      throw coercionFailure
    return coerced
  }
}

function hasOneNonNullValue(coerced: Values): boolean {
  const values = Object.values(coerced)
  return values.length === 1 && values[0] !== null
}
