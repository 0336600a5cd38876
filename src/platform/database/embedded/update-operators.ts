import { compareValues } from './values.js'

/** From the value of a field and the operator's argument to the new value; undefined is a field that is not there. */
type Operator = (current: unknown, argument: unknown) => unknown

/** The update operators that stores use. What is not listed is refused. */
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
