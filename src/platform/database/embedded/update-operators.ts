import { compareValues } from './values.js'

/** Maps the value of a field and the operator's argument to the new value. Undefined means a missing field. */
type Operator = (current: unknown, argument: unknown) => unknown

/** The supported update operators. Others are rejected. */
export const updateOperators: Record<string, Operator> = {
  $set: (_current, value) => value,
  $setOnInsert: (_current, value) => value,
  $unset: () => undefined,
  $inc: (current, amount) => (current === undefined ? 0 : toNumber(current)) + toNumber(amount),
  $min: (current, value) => (current === undefined || compareValues(value, current) < 0 ? value : current),
  $max: (current, value) => (current === undefined || compareValues(value, current) > 0 ? value : current),
}

function toNumber(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('$inc works on numbers only')
  return value
}
