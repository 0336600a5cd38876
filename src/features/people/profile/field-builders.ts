import { isDeepStrictEqual } from 'node:util'
import { Type, type TSchema } from 'typebox'
import { badUserInputAt } from '../../../errors.js'
import type { Dimension } from '../../../lib/input-reader.js'
import { multiLine, singleLine } from '../../../lib/text.js'
import type { Quantity } from '../../../lib/units.js'

/** Changes of fields: a missing field keeps its value, null clears it. */
export type Changes<Values> = { [Name in keyof Values]?: Values[Name] | null }

/** One or more fields of a profile: their defaults, validation, storage and REST schema. */
interface Field<Values extends object> {
  readonly defaults: Values
  /** Returns the values of another profile for the fields that are not set in this one. */
  fillEmpty(values: Values, others: Partial<Values>): Changes<Values>
  /** @throws AppError BAD_USER_INPUT with the path of the field */
  applyChanges(before: Values, changes: Changes<Values>, path: string): Values
  /** Converts the values to fields of a document. */
  toDocument(values: Values): object
  /** Copies the fields of a document into the values. It fills an existing object because profiles are read often. */
  readDocument(document: object, values: object): void
  /** The JSON schemas of the fields in REST responses. */
  readonly restSchema: Record<keyof Values, TSchema>
}

export type ValuesOf<F> = F extends Field<infer Values> ? Values : never
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer I) => void
  ? I
  : never

/** Combines several fields. */
export function combineFields<Fields extends Field<object>[]>(...parts: Fields) {
  type Values = Intersection<ValuesOf<Fields[number]>> & object
  const merge = (select: (part: Field<object>) => object) =>
    Object.assign({}, ...parts.map(select)) as unknown
  return {
    defaults: merge(({ defaults }) => defaults),
    fillEmpty: (values, others) => merge(part => part.fillEmpty(values, others)),
    applyChanges: (before, changes, path) => merge(part => part.applyChanges(before, changes, path)),
    toDocument: values => merge(part => part.toDocument(values)),
    readDocument(document, values) {
      for (const part of parts) part.readDocument(document, values)
    },
    restSchema: merge(({ restSchema }) => restSchema),
  } as Field<Values>
}

/** A field whose value is stored unchanged. */
function storedField<Name extends string, Value>(
  name: Name,
  empty: Value,
  schema: TSchema,
  check: (value: NonNullable<Value>, path: string) => Value,
): Field<Record<Name, Value>> {
  const toValues = (value: Value) => ({ [name]: value }) as Record<Name, Value>
  return {
    defaults: toValues(empty),
    fillEmpty: (values, { [name]: other }) =>
      other !== undefined && isDeepStrictEqual(values[name], empty) ? toValues(other) : {},
    applyChanges(before, changes, path) {
      const value = changes[name]
      if (value === undefined) return toValues(before[name])
      return toValues(value === null ? empty : check(value, path + name))
    },
    toDocument: values => toValues(values[name]),
    readDocument(document: Partial<Record<string, Value>>, target: Record<string, Value>) {
      target[name] = document[name] ?? empty
    },
    restSchema: { [name]: schema } as Record<Name, TSchema>,
  }
}

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const Text = nullable(Type.String())

/** A single line of text; an empty text is stored as null. */
export const textField = <Name extends string>(name: Name, maxLength: number) =>
  storedField<Name, string | null>(
    name,
    null,
    Text,
    (text, field) => singleLine(text, { field, maxLength }) || null,
  )

/** A text with line breaks; an empty text is stored as null. */
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

export const enumField = <Name extends string, Word extends string>(name: Name, words: readonly Word[]) =>
  storedField<Name, Word | null>(name, null, nullable(Type.Enum([...words])), word => word)

/** A list of distinct enum values. */
export const enumListField = <Name extends string, Word extends string>(name: Name, words: readonly Word[]) =>
  storedField<Name, Word[]>(name, [], Type.Array(Type.Enum([...words])), sent => [...new Set(sent)])

type QuantityValues<Name extends string, Unit> = Record<Name, number | null> &
  Record<`${Name}Unit`, Unit | null>

/** A quantity in the unit of the input. It has two fields, for the value and the unit, and is stored as one object. */
export function quantityField<Name extends string, Unit extends string>(
  name: Name,
  dimension: Dimension<Unit>,
): Field<QuantityValues<Name, Unit>> {
  const units = Object.keys(dimension.per) as Unit[]
  const unitName = `${name}Unit` as const
  const toValues = ({ value, unit }: Quantity<Unit>) =>
    ({ [name]: value, [unitName]: unit }) as QuantityValues<Name, Unit>
  const quantity = (values: QuantityValues<Name, Unit>): Quantity<Unit> => {
    const { [name]: value, [unitName]: unit } = values as Record<string, unknown>
    return { value, unit } as Quantity<Unit>
  }
  const unknown: Quantity<Unit> = { value: null, unit: null }
  return {
    defaults: toValues(unknown),
    fillEmpty: (values, others) => {
      const other = quantity({ ...toValues(unknown), ...others })
      const isFilled = quantity(values).value === null && other.value !== null && other.unit !== null
      return isFilled ? toValues(other) : {}
    },
    applyChanges(before, changes, path) {
      const quantities = { ...before, ...defined(changes) } as QuantityValues<Name, Unit>
      return toValues(validateQuantity(path + name, quantity(quantities), quantity(before).unit, dimension))
    },
    toDocument: values => ({ [name]: quantity(values) }),
    readDocument(document: Partial<Record<string, Quantity<Unit>>>, target: Record<string, unknown>) {
      const { value, unit } = document[name] ?? unknown
      target[name] = value
      target[unitName] = unit
    },
    restSchema: { [name]: nullable(Type.Number()), [unitName]: nullable(Type.Enum(units)) } as Record<
      string,
      TSchema
    >,
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
  // Clearing the unit alone would reinterpret the value in another unit.
  if (unit === null && unitBefore !== null)
    throw badUserInputAt(`${field}Unit`, `can only be cleared together with ${field.replace(/^.*\./, '')}.`)
  const effectiveUnit = unit ?? base
  const inBase = value * per[effectiveUnit]
  if (!(inBase >= min && inBase <= max))
    throw badUserInputAt(
      field,
      `must be between ${min} and ${max} ${base.toLowerCase()}, not ${value} ${effectiveUnit.toLowerCase()}.`,
    )
  return { value, unit: effectiveUnit }
}
