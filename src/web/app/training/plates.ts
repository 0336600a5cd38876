import type { WeightUnit } from '../../../../generated/operations/web-app.js'

/** The usual plates of a gym, the heaviest first. */
export const usualPlates: Record<WeightUnit, readonly number[]> = {
  KG: [25, 20, 15, 10, 5, 2.5, 1.25],
  LB: [45, 35, 25, 10, 5, 2.5],
}

export const usualBars: Record<WeightUnit, readonly number[]> = { KG: [20, 15, 10], LB: [45, 35, 15] }

/** Plates of a weight. */
export interface PlateStock {
  weight: number
  /** How many fit on each side. */
  count: number
}

export interface Plates {
  /** The plates on each side, the heaviest first. */
  side: number[]
  /** What the plates and the bar weigh: at most the weight that was asked for, unless the bar alone is heavier. */
  total: number
}

/** @param stock the plates that there are, the heaviest first */
export function loadBar(weight: number, bar: number, stock: readonly PlateStock[]): Plates {
  // Calculate in integers: a sum of fractions would miss the smallest plate.
  const rest = Math.floor(Math.round(Math.max(0, weight - bar) * 100) / 2)
  const plates = stock.map(({ weight: plate, count }) => ({ weight: Math.round(plate * 100), count }))
  const heaviestFirst = takeHeaviest(rest, plates)
  // The usual plates divide each other so that the heaviest first come closest. The plates of a gym may not.
  const isLimited = plates.every(({ count }) => Number.isFinite(count))
  const isExact = sumOf(heaviestFirst) === rest
  const side = isExact || !isLimited ? heaviestFirst : findClosest(rest, plates)
  return { side: side.map(plate => plate / 100), total: bar + (2 * sumOf(side)) / 100 }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function takeHeaviest(weight: number, plates: readonly PlateStock[]): number[] {
  let rest = weight
  return plates.flatMap(({ weight: plate, count }) => {
    const taken = Math.min(count, Math.floor(rest / plate))
    rest -= taken * plate
    return Array<number>(taken).fill(plate)
  })
}

/** More sums than the plates of a gym make: limits the time for unusual weights. */
const maxSums = 2000

/** Returns the plates that come closest to a weight, the fewest of them if there are several ways. */
function findClosest(weight: number, plates: readonly PlateStock[]): number[] {
  // The fewest plates of each sum that the plates before can make.
  let sides = new Map<number, readonly number[]>([[0, []]])
  for (const { weight: plate, count } of plates) {
    const next = new Map(sides)
    for (const [sum, side] of sides)
      for (let taken = 1; taken <= count && sum + taken * plate <= weight; taken++) {
        const known = next.get(sum + taken * plate)
        if (!known && next.size >= maxSums) continue
        if (!known || known.length > side.length + taken)
          next.set(sum + taken * plate, [...side, ...Array<number>(taken).fill(plate)])
      }
    sides = next
  }
  return [...(sides.get(Math.max(...sides.keys())) ?? [])]
}
