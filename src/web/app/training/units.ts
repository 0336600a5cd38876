import type { WeightUnit } from '../../../../generated/operations/web-app.js'
import type { Load, WorkoutSet } from './workout.js'

const kilogramsPerPound = 0.45359237

export function convert({ value, unit }: Load, to: WeightUnit): number {
  if (unit === to) return value
  return to === 'KG' ? value * kilogramsPerPound : value / kilogramsPerPound
}

/** The load times the repetitions of completed working sets, as entered. */
export const volumeOf = (sets: readonly WorkoutSet[], unit: WeightUnit): number =>
  sets.reduce(
    (sum, { type, load, reps, loadMode }) =>
      type === 'WARMUP' || !load || loadMode === 'ASSISTED' ? sum : sum + convert(load, unit) * (reps ?? 0),
    0,
  )
