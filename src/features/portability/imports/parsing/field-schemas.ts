import { Type } from 'typebox'

// The schemas of fields that records of an export share. The limits of values are checked when a record is saved.

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const NullableNumber = Nullable(Type.Number())
export const OptionalNumber = Type.Optional(NullableNumber)
export const Text = Type.String({ maxLength: 100_000 })
export const Unit = Type.Enum(['KG', 'LB'])
export const Load = Type.Object({ value: Type.Number(), unit: Unit })
