import {
  coerceInputValue,
  getVariableValues,
  isInputType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import type { VariableUse } from './input-paths.js'
import { inputError, type InputError } from './operation-error.js'

type Values = Record<string, unknown>
type Keys = readonly (string | number)[]

export type CoercionOptions = NonNullable<Parameters<typeof getVariableValues>[3]>

export type CoercionOutcome =
  { coerced: Values; errors?: never } | { errors: readonly InputError[]; coerced?: never }

/** The declarations and uses of an operation's variables. */
export interface VariableInfo {
  variables: readonly VariableDefinitionNode[]
  variableUses: ReadonlyMap<string, VariableUse>
}

/** The number of entries that the errors of one request may repeat. */
const maxEchoedEntries = 20_000
/** graphql-js repeats this many levels of an invalid value, and this many items of a list. */
const echoedLevels = 2
const echoedItems = 10
/** The number of characters that errors repeat of an invalid string or field name. */
const maxEchoedCharacters = 200

/**
 * Coerces variables with graphql-js, which explains why they are invalid. Long parts of their values are truncated in the
 * messages, and large values reduce the number of errors, because each error repeats a part of a value.
 */
export function coerceWithErrors(
  schema: GraphQLSchema,
  declared: VariableInfo,
  values: Values,
  options: CoercionOptions,
): CoercionOutcome {
  const maxEchoedErrors = Math.max(1, Math.floor(maxEchoedEntries / maxEchoedEntriesOf(values)))
  const maxErrors = Math.min(maxEchoedErrors, options.maxErrors ?? maxEchoedErrors)
  const truncated = truncateStrings(values) as Values
  const limited = { ...options, maxErrors }
  const { errors, coerced } = getVariableValues(schema, declared.variables, truncated, limited)
  if (coerced) return { coerced }
  const fields = findErrorFields(schema, declared, truncated, limited)
  return {
    errors: errors.map(({ message, nodes }, position) =>
      inputError(fields[position] ?? 'variables', message, { nodes }),
    ),
  }
}

/** Returns the first error of a value, with a message that begins with its path. */
export function firstCoercionError(
  type: GraphQLInputType,
  value: unknown,
  path: string,
  options: CoercionOptions,
): Problem {
  const [first] = errorsOf(type, truncateStrings(value), { path, maxErrors: 1, options })
  const { field, message } = first ?? { field: path, message: 'The value has the wrong type.' }
  return { field, message: `${field}: ${message}` }
}

/** Returns the path of the input of each error, in the order in which graphql-js reports them. */
function findErrorFields(
  schema: GraphQLSchema,
  { variables, variableUses }: VariableInfo,
  values: Values,
  options: CoercionOptions & { maxErrors: number },
): string[] {
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
  return fields
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
