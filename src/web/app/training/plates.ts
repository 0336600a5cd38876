import type { WeightUnit } from '../../../../generated/operations/web-app.js'

/** The usual plates of a gym, the heaviest first. */
export const usualPlates: Record<WeightUnit, readonly number[]> = {
  KG: [25, 20, 15, 10, 5, 2.5, 1.25],
  LB: [45, 35, 25, 10, 5, 2.5],
}

export const usualBars: Record<WeightUnit, readonly number[]> = { KG: [20, 15, 10], LB: [45, 35, 15] }

export interface Plates {
  /** The plates on each side, the heaviest first. */
  side: number[]
  /** What the plates and the bar weigh: at most the weight that was asked for, unless the bar alone is heavier. */
  total: number
}

export function loadBar(weight: number, bar: number, unit: WeightUnit): Plates {
  // Calculate in integers: a sum of fractions would miss the smallest plate.
  let rest = Math.round(Math.max(0, weight - bar) * 100) / 2
  const side: number[] = []
  for (const plate of usualPlates[unit])
    while (rest >= plate * 100) {
      side.push(plate)
      rest -= plate * 100
    }
  return { side, total: bar + 2 * side.reduce((sum, plate) => sum + plate, 0) }
}
