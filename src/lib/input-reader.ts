import { badUserInputAt } from '../errors.js'
import { formatCount } from './plural.js'
import { multiLine, singleLine } from './text.js'
import { isTimeZone } from './time-zones.js'
import { kilogramsPer, type Load } from './units.js'

/** What was left out is null. */
export type Optional<T> = T | null | undefined

/** Fields of an object in which something of a type is sent. */
type FieldsOf<Sent, Value> = {
  [Name in keyof Sent]-?: Sent[Name] extends Optional<Value> ? Name : never
}[keyof Sent] &
  string

/** What is read of a field: null only where it may be left out. */
type Read<Sent, Value> = Value | (null extends Sent ? null : undefined extends Sent ? null : never)

const objectId = /^[0-9a-f]{24}$/i

/** What something can be measured in. */
export interface Dimension<Unit extends string> {
  /** How much of the base unit one of each unit is. */
  per: Record<Unit, number>
  base: NoInfer<Unit>
  /** In the base unit. */
  range: Range
}

const loads: Dimension<Load['unit']> = { per: kilogramsPer, base: 'KG', range: [0, 1500] }

/**
 * Reads the fields of an object that was sent into the one form that equal values have. What is wrong is a
 * BAD_USER_INPUT that begins with its path.
 * @param path of the object, such as `input.exercises[2]`; without it they are arguments
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
    const isStep = step === 0 || Number.isInteger(value / step)
    // Negative zero is zero.
    if (value >= min && value <= max && isStep) return value + 0
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

  /** A value in the unit that was sent. */
  function quantity<Unit extends string>(
    name: FieldsOf<Sent, { value: number; unit: Unit }>,
    { per, base, range: [min, max] }: Dimension<Unit>,
  ): { value: number; unit: Unit } | null {
    const sent = fieldOf<{ value: number; unit: Unit }>(name)
    if (sent == null) return null
    const { value, unit } = sent
    const inBase = value * per[unit]
    if (inBase >= min && inBase <= max) return { value: value + 0, unit }
    const bounds = `between ${formatCount(min)} and ${formatCount(max)} ${base.toLowerCase()}`
    throw badUserInputAt(`${at(name)}.value`, `must be ${bounds}, not ${value} ${unit.toLowerCase()}.`)
  }

  return {
    at,

    /** Any number in the range. */
    decimal: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) => number(name, range),

    whole: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) => number(name, range, 1),

    inHalves: <Name extends FieldsOf<Sent, number>>(name: Name, range: Range) => number(name, range, 0.5),

    /** One line; null for an empty one. */
    line: (name: FieldsOf<Sent, string>, maxLength: number, minLength = 0) =>
      text(singleLine, name, maxLength, minLength),

    /** Several lines; null for none. */
    lines: (name: FieldsOf<Sent, string>, maxLength: number) => text(multiLine, name, maxLength, 0),

    id<Name extends FieldsOf<Sent, string>>(name: Name): Read<Sent[Name], string> {
      const value = fieldOf<string>(name)
      if (value == null) return null as Read<Sent[Name], string>
      if (!objectId.test(value)) throw badUserInputAt(at(name), 'must have 24 hexadecimal digits.')
      return value.toLowerCase()
    },

    timeZone(name: FieldsOf<Sent, string>): string {
      const value = fieldOf<string>(name) ?? ''
      if (isTimeZone(value)) return value
      throw badUserInputAt(at(name), 'must be an IANA time zone, such as "Europe/Berlin".')
    },

    quantity,

    /** A weight on a bar, a machine or a belt, in the unit that was sent. */
    load: (name: FieldsOf<Sent, Load>): Load | null => quantity(name, loads),

    /** The items of a list, each read with its path. */
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

/** The least and the greatest value. */
export type Range = readonly [min: number, max: number]
