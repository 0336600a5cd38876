/** Units of length, in centimeters (international inch and foot). */
export const centimetersPer = { CM: 1, IN: 2.54, FT: 30.48 } as const

export type LengthUnit = 'CM' | 'IN'

/** Units of weight, in kilograms (international avoirdupois pound). */
export const kilogramsPer = { KG: 1, LB: 0.45359237 } as const

/** A value in the unit in which it was entered. Either may be unknown. */
export interface Quantity<Unit> {
  value: number | null
  unit: Unit | null
}

export type WeightUnit = keyof typeof kilogramsPer

/** The weight on a bar, a machine or a belt. */
export interface Load {
  value: number
  unit: WeightUnit
}

export const toKilograms = ({ value, unit }: Load) => value * kilogramsPer[unit]

/** Returns the value of a load in a unit. Without a conversion, the value is exactly as entered. */
export const convertLoad = ({ value, unit }: Load, targetUnit: WeightUnit) =>
  unit === targetUnit ? value : (value * kilogramsPer[unit]) / kilogramsPer[targetUnit]
