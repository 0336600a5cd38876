import { compileFilter } from './query.js'
import { compareValues, equalValues } from './values.js'
import { isPlainObject } from '../filters.js'

/** From the value of a field and the operator's argument to the new value; undefined is a field that is not there. */
type Operator = (current: unknown, argument: unknown) => unknown

// mingo's update operators pass in silence over what MongoDB refuses ($inc of a text, a path that runs into a
// number); a silent loss is worse than these few lines. What is not listed is refused.
export const operators: Record<string, Operator> = {
  $set: (_current, value) => value,
  $setOnInsert: (_current, value) => value,
  $unset: () => undefined,
  $inc: (current, amount) => (current === undefined ? 0 : number(current)) + number(amount),
  $min: (current, value) => (current === undefined || compareValues(value, current) < 0 ? value : current),
  $max: (current, value) => (current === undefined || compareValues(value, current) > 0 ? value : current),
  $push: (current, argument) => push(list(current), argument),
  $addToSet: (current, argument) => addToSet(list(current), argument),
  $pull: (current, argument) => (current === undefined ? undefined : pull(list(current), argument)),
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw new TypeError('$inc works on numbers only')
  return value
}

function list(value: unknown): unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new TypeError('$push, $addToSet and $pull work on arrays only')
  return value
}

function push(current: unknown[], argument: unknown): unknown[] {
  if (!isPlainObject(argument) || !Array.isArray(argument['$each'])) return [...current, argument]
  const { $each, $slice, ...rest } = argument
  refuseModifiers(rest)
  const all = [...current, ...($each as unknown[])]
  if ($slice === undefined) return all
  return number($slice) < 0 ? all.slice(number($slice)) : all.slice(0, number($slice))
}

function addToSet(current: unknown[], argument: unknown): unknown[] {
  const each = isPlainObject(argument) && Array.isArray(argument['$each']) ? argument['$each'] : [argument]
  const all = [...current]
  for (const value of each) if (!all.some(other => equalValues(other, value))) all.push(value)
  return all
}

function pull(current: unknown[], argument: unknown): unknown[] {
  if (!isPlainObject(argument)) return current.filter(element => !equalValues(element, argument))
  const isCondition = Object.keys(argument).some(key => key.startsWith('$'))
  if (!isCondition) {
    const { matches } = compileFilter(argument)
    return current.filter(element => !(isPlainObject(element) && matches(element)))
  }
  const { matches } = compileFilter({ element: argument })
  return current.filter(element => !matches({ element }))
}

function refuseModifiers(rest: Record<string, unknown>) {
  const [modifier] = Object.keys(rest)
  if (modifier) throw new TypeError(`$push with ${modifier} is not supported`)
}
