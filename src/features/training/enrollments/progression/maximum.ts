import { toKilograms, type Load } from '../../../../lib/units.js'
import { hardest } from './loads.js'
import type { Trained } from './match.js'
import type { State } from './state.js'

/** How much a maximum may grow from one deload week to the next. */
const mostGrowth = 1.1

/** What a day adds to what the next maximum is taken from. */
export function withDay(state: State, trained: Trained, isSuccess: boolean): State {
  const best = hardest([...(state.best ? [state.best] : []), ...bestOf(trained)], false)
  return { ...state, best, isClean: state.isClean && isSuccess }
}

export const bestOf = ({ entries }: Trained): Load[] => entries.flatMap(({ best }) => best ?? [])

/** The maximum as a deload week takes it anew: no lower if all was done that was planned, and not much higher. */
export function takenAnew(state: State): State {
  const { maximum, best, isClean } = state
  if (maximum === null || best === null) return { ...state, isClean: true }
  const after = { ...state, best: null, isClean: true }
  const [old, now] = [toKilograms(maximum), toKilograms(best)]
  if (now < old)
    return isClean ? { ...after, reason: 'HELD' } : { ...after, maximum: best, reason: 'DELOADED' }
  if (now === old) return { ...after, reason: 'HELD' }
  const most = { ...maximum, value: maximum.value * mostGrowth }
  return { ...after, maximum: toKilograms(most) < now ? most : best, reason: 'RAISED' }
}
