import { inSlices } from '../../lib/turns.js'
import { equipmentMask, muscleMask } from './facets.js'
import type { Exercise } from './models.js'
import { popularity } from './search/staples.js'
import { levels, type Equipment } from './vocabulary.js'

/** Exercises that differ in nothing by which alternatives are chosen. */
interface Alike {
  /** One of them. */
  example: Exercise
  primary: number
  equipment: number
  /** The most usual ones first, then by name. */
  exercises: Exercise[]
}

/** An exercise that may stand for another one. */
export interface Alternative {
  exercise: Exercise
  /** How much it differs; the smaller, the nearer. */
  distance: number
}

/** What differs, in this order: each counts for more than all that follow. */
const weights = { missingMuscle: 10_000, otherMuscle: 100, mechanic: 24, force: 8, level: 2, category: 1 }

/** Signatures whose neighbours are remembered. */
const remembered = 2000

type Neighbours = readonly { group: Alike; distance: number }[]

/** Finds the exercises, among some, that could be done instead of one. */
export async function alternativesIn(exercises: readonly Exercise[]) {
  const groups = await groupsOf(exercises)
  const byMuscles = new Map<number, Alike[]>()
  for (const group of groups) byMuscles.set(group.primary, [...(byMuscles.get(group.primary) ?? []), group])
  const [same, overlapping] = [new Map<string, Neighbours>(), new Map<string, Neighbours>()]

  /** Groups by their distance from an exercise. What is so near to one is as near to all of its signature. */
  function neighboursOf(
    exercise: Exercise,
    known: Map<string, Neighbours>,
    near: readonly Alike[],
  ): Neighbours {
    const signature = signatureOf(exercise)
    const found =
      known.get(signature) ??
      near
        .map(group => ({ group, distance: distanceBetween(exercise, group.example) }))
        .sort((a, b) => a.distance - b.distance)
    if (known.size >= remembered) known.clear()
    known.set(signature, found)
    return found
  }

  return {
    /** Whether another one trains just the same muscles. */
    hasSame: (exercise: Exercise): boolean =>
      (byMuscles.get(muscleMask(exercise.primaryMuscles)) ?? []).some(({ exercises }) =>
        exercises.some(({ id }) => id !== exercise.id),
      ),

    /**
     * The nearest ones, and others that are as near as the last of them.
     * @param muscles whether they train the same primary muscles, or some of them
     * @param available the equipment that there is; null for all
     */
    nearest(
      exercise: Exercise,
      count: number,
      muscles: 'same' | 'some',
      available: readonly Equipment[] | null,
    ) {
      const primary = muscleMask(exercise.primaryMuscles)
      const missing = available === null ? 0 : ~equipmentMask(available)
      const near =
        muscles === 'same'
          ? neighboursOf(exercise, same, byMuscles.get(primary) ?? [])
          : neighboursOf(
              exercise,
              overlapping,
              groups.filter(group => (group.primary & primary) !== 0),
            )
      const found: Alternative[] = []
      for (const { group, distance } of near) {
        if (found.length >= count && distance > (found.at(-1)?.distance ?? 0)) break
        if ((group.equipment & missing) !== 0) continue
        // One more, since the exercise itself may be there.
        for (const other of group.exercises.slice(0, count + 1))
          if (other.id !== exercise.id) found.push({ exercise: other, distance })
      }
      return found
    },
  }
}

async function groupsOf(exercises: readonly Exercise[]): Promise<Alike[]> {
  const groups = new Map<string, Alike>()
  await inSlices(exercises, exercise => {
    const equipment = equipmentMask(exercise.equipment)
    const key = `${signatureOf(exercise)} ${equipment}`
    const alike = groups.get(key)
    const primary = muscleMask(exercise.primaryMuscles)
    if (alike) alike.exercises.push(exercise)
    else groups.set(key, { example: exercise, primary, equipment, exercises: [exercise] })
  })
  await inSlices(groups.values(), group => void group.exercises.sort(byUsage))
  return [...groups.values()]
}

export type Alternatives = Awaited<ReturnType<typeof alternativesIn>>

/** The nearest first; of equally near ones a person's own, then the most usual. */
export const compareAlternatives = (one: Alternative, other: Alternative) =>
  one.distance - other.distance || byUsage(one.exercise, other.exercise)

const signatureOf = ({ primaryMuscles, mechanic, force, level, category }: Exercise) =>
  [muscleMask(primaryMuscles), mechanic, force, level, category].join(' ')

function distanceBetween(one: Exercise, other: Exercise): number {
  const missing = one.primaryMuscles.filter(muscle => !other.primaryMuscles.includes(muscle)).length
  const more = other.primaryMuscles.filter(muscle => !one.primaryMuscles.includes(muscle)).length
  return (
    missing * weights.missingMuscle +
    more * weights.otherMuscle +
    Number(one.mechanic !== other.mechanic) * weights.mechanic +
    Number(one.force !== other.force) * weights.force +
    Math.abs(levels.indexOf(one.level) - levels.indexOf(other.level)) * weights.level +
    Number(one.category !== other.category) * weights.category
  )
}

const usage = ({ source, slug }: Exercise) =>
  source === 'own' ? 2 : source === 'starter' ? (popularity.get(slug) ?? 0) : 0

function byUsage(one: Exercise, other: Exercise): number {
  const difference = usage(other) - usage(one)
  if (difference !== 0) return difference
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}
