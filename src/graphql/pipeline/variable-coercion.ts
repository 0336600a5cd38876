import {
  getNamedType,
  getNullableType,
  isInputType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLList,
  type GraphQLSchema,
} from 'graphql'
import { InvalidInput } from '../../lib/invalid-input.js'
import {
  coerceWithErrors,
  firstCoercionError,
  type CoercionOptions,
  type CoercionOutcome,
  type VariableInfo,
} from './coercion-errors.js'
import { coercionFailure, inputCoercers } from './input-coercers.js'
import type { VariableUse } from './input-paths.js'
import { inputError } from './operation-error.js'

type Values = Record<string, unknown>

/**
 * Coerces variables as graphql-js does, but with precompiled coercers per type, because a workout with fifty sets has a
 * thousand fields. Invalid variables are coerced again by graphql-js, which creates the error messages.
 */
export function variableCoercer(schema: GraphQLSchema, options: CoercionOptions = {}) {
  const coercerOf = inputCoercers()
  const isolateItems = itemIsolator(coercerOf, options)

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
      const isolated = isolateItems(type, value, use)
      if (isolated === undefined) throw error
      return isolated
    }
  }

  return (declared: VariableInfo, values: Values): CoercionOutcome => {
    try {
      return { coerced: coerce(declared, values) }
    } catch (error) {
      if (error instanceof InvalidItem) return { errors: [inputError(error.field, error.message)] }
      return coerceWithErrors(schema, declared, values, options)
    }
  }
}

/**
 * Creates a function that replaces the invalid items of an argument with `@isolateItems` by `InvalidInput`. It returns
 * undefined for other arguments.
 */
function itemIsolator(coercerOf: ReturnType<typeof inputCoercers>, options: CoercionOptions) {
  /** @throws InvalidItem if the item does not identify its operation */
  function coerceItem(type: GraphQLInputType, item: unknown, path: string): unknown {
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
      if (!invalid) throw new InvalidItem(path, firstCoercionError(type, item, path, options).message)
      return { [name]: invalid }
    }
  }

  function invalidInput(type: GraphQLInputType, sent: unknown, path: string): InvalidInput | undefined {
    if (!isRecord(sent)) return undefined
    const { field, message } = firstCoercionError(type, sent, path, options)
    return new InvalidInput(sent, field, message)
  }

  return (type: GraphQLInputType, value: unknown, use?: VariableUse): unknown => {
    if (use?.itemDepth === 0) {
      const itemType = getNullableType(type) as GraphQLList<GraphQLInputType>
      if (!Array.isArray(value)) return undefined
      return value.map((item, index) => coerceItem(itemType.ofType, item, `${use.path}[${index}]`))
    }
    if (use?.itemDepth === 1) return coerceItem(type, value, use.path)
    if (use?.itemDepth === 2) return invalidInput(type, value, use.path)
    return undefined
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
