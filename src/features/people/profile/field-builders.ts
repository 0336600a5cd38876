import { Type, type TSchema } from 'typebox'
import { badUserInputAt } from '../../../errors.js'
import { multiLine, singleLine } from '../../../lib/text.js'
import type { Quantity } from '../../../lib/units.js'

/** What is to become of some fields: a missing one stays, null clears. */
export type Changes<Form> = { [Name in keyof Form]?: Form[Name] | null }

/** A field of a person: how it is checked, what stands where nothing is known, how it is kept and shown. */
export interface Field<Form extends object> {
  readonly defaults: Form
  /** @throws AppError BAD_USER_INPUT that names the field, behind the path */
  applyChanges(before: Form, changes: Changes<Form>, path: string): Form
  /** As a document keeps it. */
  toDocument(form: Form): object
  /** Puts its part of a document into a form: many are read for each that is written. */
  readDocument(document: object, form: object): void
  /** As REST shows it. */
  readonly restSchema: Record<keyof Form, TSchema>
}

export type ValuesOf<F> = F extends Field<infer Form> ? Form : never
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void
  ? I
  : never

/** Several fields as one. */
export function combineFields<Fields extends Field<object>[]>(...parts: Fields) {
  type Form = Intersection<ValuesOf<Fields[number]>> & object
  const merged = (of: (part: Field<object>) => object) => Object.assign({}, ...parts.map(of)) as unknown
  return {
    defaults: merged(({ defaults: empty }) => empty),
    applyChanges: (before, changes, path) => merged(part => part.applyChanges(before, changes, path)),
    toDocument: form => merged(part => part.toDocument(form)),
    readDocument(document, form) {
      for (const part of parts) part.readDocument(document, form)
    },
    restSchema: merged(({ restSchema: schema }) => schema),
  } as Field<Form>
}

/** A field that a document keeps as it is. */
function storedField<Name extends string, Value>(
  name: Name,
  empty: Value,
  schema: TSchema,
  check: (value: NonNullable<Value>, path: string) => Value,
): Field<Record<Name, Value>> {
  const form = (value: Value) => ({ [name]: value }) as Record<Name, Value>
  return {
    defaults: form(empty),
    applyChanges(before, changes, path) {
      const value = changes[name]
      if (value === undefined) return form(before[name])
      return form(value === null ? empty : check(value, path + name))
    },
    toDocument: given => form(given[name]),
    readDocument(document: Partial<Record<string, Value>>, into: Record<string, Value>) {
      into[name] = document[name] ?? empty
    },
    restSchema: { [name]: schema } as Record<Name, TSchema>,
  }
}

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Text = nullable(Type.String())

/** One line; empty counts as unknown. */
export const textField = <Name extends string>(name: Name, maxLength: number) =>
  storedField<Name, string | null>(
    name,
    null,
    Text,
    (text, field) => singleLine(text, { field, maxLength }) || null,
  )

/** Several lines; empty counts as unknown. */
export const multilineTextField = <Name extends string>(name: Name, maxLength: number) =>
  storedField<Name, string | null>(
    name,
    null,
    Text,
    (text, field) => multiLine(text, { field, maxLength }) || null,
  )

export const integerField = <Name extends string>(name: Name, min: number, max: number) =>
  storedField<Name, number | null>(name, null, nullable(Type.Integer()), (value, field) => {
    if (Number.isInteger(value) && value >= min && value <= max) return value
    throw badUserInputAt(field, `must be a whole number between ${min} and ${max}.`)
  })

/** One of some words, which the schema checks. */
export const enumField = <Word extends string>() => ({
  named: <Name extends string>(name: Name) => storedField<Name, Word | null>(name, null, Text, word => word),
})

/** Some of some words, which the schema checks; each once. */
export const enumListField = <Word extends string>() => ({
  named: <Name extends string>(name: Name) =>
    storedField<Name, Word[]>(name, [], Type.Array(Type.String()), words => [...new Set(words)]),
})

interface Dimension<Unit extends string> {
  /** How much of the base unit one of each unit is. */
  per: Record<Unit, number>
  base: NoInfer<Unit>
  /** Least and greatest value, in the base unit. */
  range: [number, number]
}

type QuantityValues<Name extends string, Unit> = Record<Name, number | null> &
  Record<`${Name}Unit`, Unit | null>

/** A value in the unit it was given in, in two fields; a document keeps them together. */
export function quantityField<Name extends string, Unit extends string>(
  name: Name,
  dimension: Dimension<Unit>,
): Field<QuantityValues<Name, Unit>> {
  const unitName = `${name}Unit` as const
  const form = ({ value, unit }: Quantity<Unit>) =>
    ({ [name]: value, [unitName]: unit }) as QuantityValues<Name, Unit>
  const quantity = (given: QuantityValues<Name, Unit>): Quantity<Unit> => {
    const { [name]: value, [unitName]: unit } = given as Record<string, unknown>
    return { value, unit } as Quantity<Unit>
  }
  const unknown: Quantity<Unit> = { value: null, unit: null }
  return {
    defaults: form(unknown),
    applyChanges(before, changes, path) {
      const wanted = { ...before, ...defined(changes) } as QuantityValues<Name, Unit>
      return form(validateQuantity(path + name, quantity(wanted), quantity(before).unit, dimension))
    },
    toDocument: given => ({ [name]: quantity(given) }),
    readDocument(document: Partial<Record<string, Quantity<Unit>>>, into: Record<string, unknown>) {
      const { value, unit } = document[name] ?? unknown
      into[name] = value
      into[unitName] = unit
    },
    restSchema: { [name]: nullable(Type.Number()), [unitName]: Text } as Record<string, TSchema>,
  }
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))

function validateQuantity<Unit extends string>(
  field: string,
  { value, unit }: Quantity<Unit>,
  unitBefore: Unit | null,
  { per, base, range: [min, max] }: Dimension<Unit>,
): Quantity<Unit> {
  if (value === null) return { value, unit }
  // Taking the value for one in another unit would change it.
  if (unit === null && unitBefore !== null)
    throw badUserInputAt(`${field}Unit`, `can only be cleared together with ${field.replace(/^.*\./, '')}.`)
  const known = unit ?? base
  const inBase = value * per[known]
  if (!(inBase >= min && inBase <= max))
    throw badUserInputAt(
      field,
      `must be between ${min} and ${max} ${base.toLowerCase()}, not ${value} ${known.toLowerCase()}.`,
    )
  return { value, unit: known }
}
