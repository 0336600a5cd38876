import { Kind, type FieldNode, type GraphQLField, type ValueNode } from 'graphql'
import { maxPageSize } from '../../../lib/pages.js'
import type { Variables } from './cost-function.js'
import type { FieldCost } from './field-cost.js'

/** Returns the number of items of a list with the given variables. */
export type SizeFunction = (variables: Variables) => number

/** The assumed number of items of a list without `@listSize`. */
const defaultAssumedSize = 10

/** Returns the maximum of the given slicing arguments, otherwise the assumed size. */
export function listSizeOf(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { slicingArguments, assumedSize = defaultAssumedSize }: Pick<FieldCost, 'slicingArguments' | 'assumedSize'>,
): SizeFunction {
  const slicingSizes = slicingArguments.flatMap(name => {
    const value = node.arguments?.find(argument => argument.name.value === name)?.value
    const defaultValue: unknown = field.args.find(argument => argument.name === name)?.defaultValue
    const defaultSize = typeof defaultValue === 'number' ? defaultValue : undefined
    if (value) return [sizeOfArgument(value, defaultSize)]
    return defaultSize === undefined ? [] : [() => defaultSize]
  })
  if (slicingSizes.length === 0) return () => assumedSize
  return variables => {
    const sizes = slicingSizes.map(size => size(variables)).filter(size => size !== undefined)
    // Clamped, so that a size that is rejected later neither lowers the cost nor causes a misleading error.
    return sizes.length === 0 ? assumedSize : Math.min(maxPageSize, Math.max(0, ...sizes))
  }
}

/** Reads the size from a number, or from a list of inputs, for each of which the result has one item. */
const sizeOfArgument =
  (value: ValueNode, defaultSize: number | undefined) =>
  (variables: Variables): number | undefined => {
    if (value.kind === Kind.INT) return Number(value.value)
    if (value.kind === Kind.LIST) return value.values.length
    if (value.kind !== Kind.VARIABLE) return undefined
    const variable = variables[value.name.value]
    if (variable === undefined) return defaultSize
    if (Array.isArray(variable)) return variable.length
    return typeof variable === 'number' ? variable : undefined
  }
