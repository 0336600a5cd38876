import type { Load } from '../../../lib/units.js'
import type { CompletedWorkout } from './models.js'

/**
 * A workout as one text: thousands of them are read whole, many times faster than as documents. Its start in
 * milliseconds, then of each exercise the identifier, the sets and the volume in kilograms; behind a semicolon the
 * exercises' estimates, in their order, those in pounds with an `l`.
 */
export function packWorkout({ startedAt, exercises }: CompletedWorkout): string {
  const parts = exercises.flatMap(({ exerciseId, sets, volume }) => [packId(exerciseId), sets, volume])
  const estimates = exercises.map(({ estimate }) => (estimate ? packLoad(estimate) : ''))
  return `${[startedAt.getTime(), ...parts].join(' ')};${estimates.join(' ')}`
}

/**
 * Hands out the exercises one by one: a list of objects of every workout would take longer than all else.
 * @param each is told where the exercise's identifier is, for `packedIdAt`
 */
export function unpackWorkout(
  text: string,
  each: (sets: number, volume: number, idAt: number) => void,
): void {
  const end = exercisesEnd(text)
  for (let at = text.indexOf(' ') + 1; at > 0 && at < end;) {
    const sets = at + packedIdLength + 1
    const volume = text.indexOf(' ', sets) + 1
    const next = text.indexOf(' ', volume)
    const last = next < 0 || next > end ? end : next
    each(parseInt(text.slice(sets, volume - 1), 10), Number(text.slice(volume, last)), at)
    at = last + 1
  }
}

export const packedIdAt = (text: string, at: number): string => text.slice(at, at + packedIdLength)

/** The best estimate of what could be lifted once of an exercise; null where nothing tells. */
export function estimateIn(text: string, packedId: string): Load | null {
  const at = text.indexOf(` ${packedId} `)
  let from = text.indexOf(';') + 1
  if (at < 0 || from === 0) return null
  let spaces = 0
  for (let space = text.indexOf(' '); space < at; space = text.indexOf(' ', space + 1)) spaces++
  for (let skipped = 0; skipped < spaces / 3; skipped++) from = text.indexOf(' ', from) + 1
  const end = text.indexOf(' ', from)
  return unpackLoad(text.slice(from, end < 0 ? text.length : end))
}

/** Those of before there were estimates have no semicolon. */
function exercisesEnd(text: string): number {
  const end = text.indexOf(';')
  return end < 0 ? text.length : end
}

const packLoad = ({ value, unit }: Load) => `${value}${unit === 'LB' ? 'l' : ''}`

function unpackLoad(text: string): Load | null {
  if (text === '') return null
  return text.endsWith('l')
    ? { value: Number(text.slice(0, -1)), unit: 'LB' }
    : { value: Number(text), unit: 'KG' }
}

export const startOf = (text: string): number => parseInt(text, 10)

/** How much room it takes among others of its year. */
export const weightOf = ({ exercises }: Pick<CompletedWorkout, 'exercises'>): number => 1 + exercises.length

/** Of twelve bytes. */
const packedIdLength = 16

export const packId = (id: string) => Buffer.from(id, 'hex').toString('base64url')

export const unpackId = (packed: string): string => Buffer.from(packed, 'base64url').toString('hex')
