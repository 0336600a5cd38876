import { forEachYielding } from '../../../lib/event-loop.js'
import { equipmentMask, muscleMask } from './facets.js'
import type { Exercise } from './models.js'
import { popularity } from './search/popularity.js'
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
const weights = { missingMuscle: 3200, otherMuscle: 100, mechanic: 24, force: 8, level: 2, category: 1 }

/** Finds the exercises, among some, that could be done instead of one. */
export async function buildAlternatives(exercises: readonly Exercise[]) {
  const byMuscles = await groupsOf(exercises)

  /** Groups that train some of the muscles, the likest first. */
  function overlapping(primary: number): Alike[][] {
    const byDistance: Alike[][][] = []
    for (const [muscles, groups] of byMuscles) {
      if ((muscles & primary) === 0) continue
      const distance = muscleDistance(primary, muscles) / weights.otherMuscle
      const alike = byDistance[distance]
      if (alike) alike.push(groups)
      else byDistance[distance] = [groups]
    }
    // Leaves out the holes.
    return byDistance.flatMap(alike => [alike.flat()])
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
    ): Alternative[] {
      const primary = muscleMask(exercise.primaryMuscles)
      const missing = available === null ? 0 : ~equipmentMask(available)
      const found: Alternative[] = []
      for (const groups of muscles === 'same' ? [byMuscles.get(primary) ?? []] : overlapping(primary)) {
        const possible = groups
          .filter(({ equipment }) => (equipment & missing) === 0)
          .map(group => ({ group, distance: distanceBetween(exercise, primary, group) }))
          .sort((a, b) => a.distance - b.distance)
        for (const { group, distance } of possible) {
          if (found.length >= count && distance > (found.at(-1)?.distance ?? 0)) return found
          // One more, since the exercise itself may be there.
          for (const other of group.exercises.slice(0, count + 1))
            if (other.id !== exercise.id) found.push({ exercise: other, distance })
        }
      }
      return found
    },
  }
}

/** By the muscles. */
async function groupsOf(exercises: readonly Exercise[]): Promise<Map<number, Alike[]>> {
  const groups = new Map<string, Alike>()
  const byMuscles = new Map<number, Alike[]>()
  await forEachYielding(exercises, exercise => {
    const equipment = equipmentMask(exercise.equipment)
    const key = `${signatureOf(exercise)} ${equipment}`
    const alike = groups.get(key)
    if (alike) {
      alike.exercises.push(exercise)
      return
    }
    const primary = muscleMask(exercise.primaryMuscles)
    const group = { example: exercise, primary, equipment, exercises: [exercise] }
    groups.set(key, group)
    const others = byMuscles.get(primary)
    if (others) others.push(group)
    else byMuscles.set(primary, [group])
  })
  await forEachYielding(groups.values(), group => void group.exercises.sort(byUsage))
  return byMuscles
}

export type Alternatives = Awaited<ReturnType<typeof buildAlternatives>>

/** The nearest first; of equally near ones a person's own, then the most usual. */
export const compareAlternatives = (one: Alternative, other: Alternative) =>
  one.distance - other.distance || byUsage(one.exercise, other.exercise)

const signatureOf = ({ primaryMuscles, mechanic, force, level, category }: Exercise) =>
  [muscleMask(primaryMuscles), mechanic, force, level, category].join(' ')

const muscleDistance = (primary: number, other: number) =>
  bits(primary & ~other) * weights.missingMuscle + bits(other & ~primary) * weights.otherMuscle

function bits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

const distanceBetween = (one: Exercise, primary: number, { example: other, primary: others }: Alike) =>
  muscleDistance(primary, others) +
  Number(one.mechanic !== other.mechanic) * weights.mechanic +
  Number(one.force !== other.force) * weights.force +
  Math.abs(levels.indexOf(one.level) - levels.indexOf(other.level)) * weights.level +
  Number(one.category !== other.category) * weights.category

const usage = ({ source, slug }: Exercise) =>
  source === 'own' ? 2 : source === 'starter' ? (popularity.get(slug) ?? 0) : 0

function byUsage(one: Exercise, other: Exercise): number {
  const difference = usage(other) - usage(one)
  if (difference !== 0) return difference
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}
