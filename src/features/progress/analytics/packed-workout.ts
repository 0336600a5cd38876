import { days } from '../../../lib/quantities.js'
import type { Load } from '../../../lib/units.js'
import type { RepetitionLoad } from '../records/bests.js'
import type { CompletedWorkout } from './models.js'

/**
 * Serializes a workout to a string, which is read many times faster than a document. The format is the start in
 * milliseconds, then the packed id, the number of sets and the volume in kilograms of each exercise, all separated by
 * spaces; after a semicolon follow the one-repetition maximum estimates in the same order, with the suffix `l` if they are
 * in pounds. After another semicolon follow the heaviest loads by repetitions in the same order, such as `5x100,8x90l`;
 * after a third one the longest distances in meters; after a fourth one the local day of the start as a day number.
 */
export function packWorkout({ startedAt, day, exercises }: CompletedWorkout): string {
  const parts = exercises.flatMap(({ exerciseId, sets, volume }) => [packId(exerciseId), sets, volume])
  const estimates = exercises.map(({ estimate }) => (estimate ? packLoad(estimate) : ''))
  const loads = exercises.map(({ repetitionLoads }) =>
    repetitionLoads.map(({ reps, load }) => `${reps}x${packLoad(load)}`).join(','),
  )
  const items = [
    [startedAt.getTime(), ...parts],
    estimates,
    loads,
    exercises.map(({ distance }) => distance ?? ''),
    [day],
  ]
  return items.map(section => section.join(' ')).join(';')
}

/**
 * Calls back for each exercise, which avoids allocating objects.
 * @param onExercise receives the position of the exercise's packed id, for `packedIdAt`
 */
export function unpackWorkout(
  text: string,
  onExercise: (sets: number, volume: number, idAt: number) => void,
): void {
  const end = exercisesEnd(text)
  for (let index = text.indexOf(' ') + 1; index > 0 && index < end;) {
    const sets = index + packedIdLength + 1
    const volume = text.indexOf(' ', sets) + 1
    const next = text.indexOf(' ', volume)
    const last = next < 0 || next > end ? end : next
    onExercise(parseInt(text.slice(sets, volume - 1), 10), Number(text.slice(volume, last)), index)
    index = last + 1
  }
}

export const packedIdAt = (text: string, index: number): string => text.slice(index, index + packedIdLength)

/** Returns the one-repetition maximum estimate of an exercise; null if there is none. */
export const estimateIn = (text: string, packedId: string): Load | null =>
  unpackLoad(itemIn(text, packedId, sections.estimates))

/** Returns the heaviest loads of an exercise by number of repetitions. */
export const repetitionLoadsIn = (text: string, packedId: string): RepetitionLoad[] =>
  itemIn(text, packedId, sections.repetitionLoads)
    .split(',')
    .flatMap(item => {
      const at = item.indexOf('x')
      const load = unpackLoad(item.slice(at + 1))
      return load ? [{ reps: Number(item.slice(0, at)), load }] : []
    })

/** Returns the longest distance of a set of an exercise in meters; null if there is none. */
export function distanceIn(text: string, packedId: string): number | null {
  const item = itemIn(text, packedId, sections.distances)
  return item === '' ? null : Number(item)
}

/** Returns the local day of the start, as a day number. */
export function dayOf(text: string): number {
  const from = sectionStart(text, sections.day)
  // Workouts that were packed earlier have no local day.
  return from === null ? Math.floor(startOf(text) / days) : Number(text.slice(from))
}

/** The numbers of the sections. Workouts that were packed by earlier versions lack the last ones. */
const sections = { estimates: 1, repetitionLoads: 2, distances: 3, day: 4 }

/** Returns the text of an exercise in a section; empty if it has none, or if the workout was packed without the section. */
function itemIn(text: string, packedId: string, section: number): string {
  const index = text.indexOf(` ${packedId} `)
  let from = index < 0 ? null : sectionStart(text, section)
  if (from === null) return ''
  let spaces = 0
  for (let space = text.indexOf(' '); space < index; space = text.indexOf(' ', space + 1)) spaces++
  for (let skipped = 0; skipped < spaces / 3; skipped++) from = text.indexOf(' ', from) + 1
  return text.slice(from, Math.min(endOf(text, ' ', from), endOf(text, ';', from)))
}

function sectionStart(text: string, section: number): number | null {
  let from = 0
  for (let number = 0; number < section; number++) {
    from = text.indexOf(';', from) + 1
    if (from === 0) return null
  }
  return from
}

/** Workouts that were packed before estimates were introduced have no semicolon. */
const exercisesEnd = (text: string): number => endOf(text, ';', 0)

function endOf(text: string, separator: string, from: number): number {
  const end = text.indexOf(separator, from)
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

/** The contribution of a workout to the size of its year. */
export const sizeInYear = ({ exercises }: Pick<CompletedWorkout, 'exercises'>): number => 1 + exercises.length

/** The length of twelve bytes in base64url. */
const packedIdLength = 16

export const packId = (id: string) => Buffer.from(id, 'hex').toString('base64url')

export const unpackId = (packed: string): string => Buffer.from(packed, 'base64url').toString('hex')
