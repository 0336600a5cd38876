import { badUserInputAt } from '../../../errors.js'
import {
  exerciseHighlights,
  mapTargets,
  setHighlights,
  type Highlights,
  type MapTarget,
} from './muscle-map.js'

const maxSets = 1000

interface MapQuery {
  primary?: string | undefined
  secondary?: string | undefined
  sets?: string | undefined
}

/** The highlights that a query asks for, and a description of them. @throws AppError BAD_USER_INPUT */
export function readQuery({ primary, secondary, sets }: MapQuery): { highlights: Highlights; title: string } {
  if (sets !== undefined) {
    if (primary !== undefined || secondary !== undefined)
      throw badUserInputAt('sets', 'cannot be combined with primary and secondary.')
    const counts = readSets(sets)
    const parts = [...counts].map(([target, count]) => `${wordsOf(target)} ${count}`)
    return { highlights: setHighlights(counts), title: titleOf([['Sets', parts]]) }
  }
  const [first, second] = [readTargets('primary', primary), readTargets('secondary', secondary)]
  const repeated = second.find(target => first.includes(target))
  if (repeated) throw badUserInputAt('secondary', `must not have ${repeated}, which is in primary.`)
  return {
    highlights: exerciseHighlights(first, second),
    title: titleOf([
      ['Primary muscles', first.map(wordsOf)],
      ['Secondary muscles', second.map(wordsOf)],
    ]),
  }
}

/** The query of the map of an exercise. A target that is primary and secondary is primary. */
export const exerciseQuery = (primary: readonly MapTarget[], secondary: readonly MapTarget[]): string =>
  queryOf([
    ['primary', [...new Set(primary)]],
    ['secondary', [...new Set(secondary)].filter(target => !primary.includes(target))],
  ])

/** The query of the map of some sets. */
export const setsQuery = (sets: readonly { muscle: MapTarget; sets: number }[]): string =>
  queryOf([['sets', sets.map(({ muscle, sets: count }) => `${muscle}:${Math.min(count, maxSets)}`)]])

const queryOf = (parameters: readonly (readonly [string, readonly string[]])[]) =>
  parameters
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `${name}=${items.join(',')}`)
    .join('&')

const itemsOf = (text: string) => (text === '' ? [] : text.split(','))

function readTargets(name: string, text = ''): MapTarget[] {
  const targets = itemsOf(text).map(item => readTarget(name, item))
  const repeated = targets.find((target, index) => targets.indexOf(target) < index)
  if (repeated) throw badUserInputAt(name, `must not have ${repeated} twice.`)
  return targets
}

function readSets(text: string): Map<MapTarget, number> {
  const counts = new Map<MapTarget, number>()
  for (const item of itemsOf(text)) {
    const [word = '', count = '', ...others] = item.split(':')
    const target = readTarget('sets', word)
    if (others.length > 0 || !/^\d{1,4}(\.\d{1,2})?$/.test(count) || Number(count) > maxSets)
      throw badUserInputAt('sets', `must have a number of sets from 0 to ${maxSets} for ${target}.`)
    if (counts.has(target)) throw badUserInputAt('sets', `must not have ${target} twice.`)
    counts.set(target, Number(count))
  }
  return counts
}

function readTarget(name: string, word: string): MapTarget {
  const target = mapTargets.find(known => known === word)
  if (!target) throw badUserInputAt(name, `must contain only ${mapTargets.join(', ')}.`)
  return target
}

const wordsOf = (target: MapTarget) => {
  const words = target.toLowerCase().replaceAll('_', ' ')
  return ['front', 'side', 'rear'].includes(words) ? `${words} deltoid` : words
}

function titleOf(groups: readonly (readonly [string, readonly string[]])[]): string {
  const parts = groups
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => `${name}: ${items.join(', ')}`)
  return parts.length === 0 ? 'Muscles of the body' : parts.join('; ')
}
