import { convertLoad, type WeightUnit } from '../../../lib/units.js'
import type { GymEquipment } from './models.js'

/** No load is heavier, in kilograms or pounds. */
const maxWeight = { KG: 1500, LB: 3310 } as const

/** Sums of plates that differ by less are the same weight. It bounds the number of sums. */
const resolution = 0.01

/** Many exercises of a plan use the weights of one gym, and computing them can take ten milliseconds. */
const knownWeights = new WeakMap<GymEquipment, Partial<Record<WeightUnit, readonly number[]>>>()

/**
 * Returns the weights of the lightest bar with pairs of plates, in ascending order; null if the bars or the plates are
 * unknown.
 */
export function barbellWeights(equipment: GymEquipment, unit: WeightUnit): readonly number[] | null {
  if (equipment.bars.length === 0 || equipment.plates.length === 0) return null
  const known = knownWeights.get(equipment) ?? {}
  const weights = known[unit] ?? computeBarbellWeights(equipment, unit)
  knownWeights.set(equipment, { ...known, [unit]: weights })
  return weights
}

function computeBarbellWeights({ bars, plates }: GymEquipment, unit: WeightUnit): number[] {
  const bar = Math.min(...bars.map(({ load }) => convertLoad(load, unit)))
  const pairs = plates.map(({ load, count }) => ({
    weight: 2 * convertLoad(load, unit),
    count: Math.floor(count / 2),
  }))
  return sumsOf(pairs, maxWeight[unit] - bar).map(sum => bar + sum)
}

/** Returns the weights of the dumbbells in ascending order; null if they are unknown. */
export function dumbbellWeights({ dumbbells }: GymEquipment, unit: WeightUnit): number[] | null {
  if (dumbbells.length === 0) return null
  return [...new Set(dumbbells.map(load => convertLoad(load, unit)))].sort((left, right) => left - right)
}

/** Returns all sums up to a limit of some of the weights, each taken at most `count` times, in ascending order. */
function sumsOf(weights: readonly { weight: number; count: number }[], limit: number): number[] {
  const total = weights.reduce((sum, { weight, count }) => sum + weight * count, 0)
  const size = Math.floor(Math.min(total, limit) / resolution) + 1
  const cellOf = (sum: number) => Math.round(sum / resolution)
  const sums = new Float64Array(size + 1).fill(NaN)
  sums[0] = 0
  const used = new Uint8Array(size + 1)
  for (const { weight, count } of weights) {
    used.fill(0)
    for (let cell = 0; cell <= size; cell++) {
      const sum = sums[cell] ?? NaN
      const uses = used[cell] ?? 0
      if (Number.isNaN(sum) || uses >= count) continue
      const next = cellOf(sum + weight)
      if (next > size || !Number.isNaN(sums[next] ?? 0)) continue
      sums[next] = sum + weight
      used[next] = uses + 1
    }
  }
  return Array.from(sums.filter(sum => !Number.isNaN(sum)))
}
