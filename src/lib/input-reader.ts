import { badUserInputAt } from '../errors.js'
import { parseIdAt } from './ids.js'
import { formatCount } from './plural.js'
import { multiLine, singleLine } from './text.js'
import { isTimeZone } from './time-zones.js'
import { kilogramsPer, type Load } from './units.js'

/** A nullable input value. A missing value is the same as null. */
export type Optional<T> = T | null | undefined

/** The names of the fields whose values have a type. */
type FieldsOf<Sent, Value> = {
  [Name in keyof Sent]-?: Sent[Name] extends Optional<Value> ? Name : never
}[keyof Sent] &
  string

/** The result of reading a field: nullable only if the field is optional. */
type Read<Sent, Value> = Value | (null extends Sent ? null : undefined extends Sent ? null : never)

/** A physical dimension with its units. */
export interface Dimension<Unit extends string> {
  /** Each unit in base units. */
  per: Record<Unit, number>
  base: NoInfer<Unit>
  /** The valid range in base units. */
  range: Range
}

const loads: Dimension<Load['unit']> = { per: kilogramsPer, base: 'KG', range: [0, 1500] }

/**
 * Validates and normalizes the fields of an input object. For invalid values it throws BAD_USER_INPUT with a message
 * that begins with the path.
 * @param path the path of the object, such as `input.exercises[2]`; omitted for the arguments of a field
 */
export function inputReader<Sent extends object>(sent: Sent, path?: string) {
  const fieldOf = <Value>(name: string) => (sent as Record<string, unknown>)[name] as Optional<Value>
  const at = (name: string) => (path === undefined ? name : `${path}.${name}`)

  function number<Name extends FieldsOf<Sent, number>>(
    name: Name,
    [min, max]: Range,
    step: 1 | 0.5 | 0 = 0,
  ): Read<Sent[Name], number> {
    const value = fieldOf<number>(name)
    if (value == null) return null as Read<Sent[Name], number>
    const isMultiple = step === 0 || Number.isInteger(value / step)
    // Adding 0 turns -0 into 0.
    if (value >= min && value <= max && isMultiple) return value + 0
    const kind = step === 1 ? 'a whole number ' : ''
    const steps = step === 0.5 ? ' in steps of 0.5' : ''
    const range = `between ${formatCount(min)} and ${formatCount(max)}`
    throw badUserInputAt(at(name), `must be ${kind}${range}${steps}.`)
  }

  function text(read: typeof singleLine, name: FieldsOf<Sent, string>, maxLength: number, minLength: number) {
    const value = fieldOf<string>(name)
    if (value == null) return null
    return read(value, { field: at(name), maxLength, minLength }) || null
  }

  /** Reads a quantity in the unit that was sent. */
  function quantity<Unit extends string>(
    name: FieldsOf<Sent, { value: number; unit: Unit }>,
    { per, base, range: [min, max] }: Dimension<Unit>,
  ): { value: number; unit: Unit } | null {
    const sent = fieldOf<{ value: number; unit: Unit }>(name)
    if (sent == null) return null
    const { value, unit } = sent
    const baseValue = value * per[unit]
    if (baseValue >= min && baseValue <= max) return { value: value + 0, unit }
    const bounds = `between ${formatCount(min)} and ${formatCount(max)} ${base.toLowerCase()}`
    throw badUserInputAt(`${at(name)}.value`, `must be ${bounds}, not ${value} ${unit.toLowerCase()}.`)
  }

  return {
    at,

    /** Reads a decimal number. */
    decimal: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) => number(name, range),

    integer: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) => number(name, range, 1),

    multipleOfHalf: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) =>
      number(name, range, 0.5),

    /** Reads a single line of text; null if it is empty. */
    line: (name: FieldsOf<Sent, string>, maxLength: number, minLength = 0) =>
      text(singleLine, name, maxLength, minLength),

    /** Reads text of several lines; null if it is empty. */
    lines: (name: FieldsOf<Sent, string>, maxLength: number) => text(multiLine, name, maxLength, 0),

    id<Name extends FieldsOf<Sent, string>>(name: Name): Read<Sent[Name], string> {
      const value = fieldOf<string>(name)
      return value == null ? (null as Read<Sent[Name], string>) : parseIdAt(value, at(name))
    },

    timeZone(name: FieldsOf<Sent, string>): string {
      const value = fieldOf<string>(name) ?? ''
      if (isTimeZone(value)) return value
      throw badUserInputAt(at(name), 'must be an IANA time zone, such as "Europe/Berlin".')
    },

    quantity,

    /** Reads a load in the unit that was sent. */
    load: (name: FieldsOf<Sent, Load>): Load | null => quantity(name, loads),

    /** Reads the items of a list. `read` receives each item with its path. */
    list<Item, Result>(
      name: FieldsOf<Sent, readonly Item[]>,
      maxLength: number,
      read: (item: Item, path: string) => Result,
    ): Result[] {
      const items = fieldOf<readonly Item[]>(name) ?? []
      if (items.length > maxLength)
        throw badUserInputAt(at(name), `must have at most ${formatCount(maxLength)} items.`)
      return items.map((item, index) => read(item, `${at(name)}[${index}]`))
    },
  }
}

export type Range = readonly [min: number, max: number]
