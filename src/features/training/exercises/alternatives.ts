import { forEachYielding } from '../../../lib/event-loop.js'
import { equipmentMask, muscleMask } from './facets.js'
import type { Exercise } from './models.js'
import { popularity } from './search/popularity.js'
import { levels, type Equipment } from '../../../lib/exercise-vocabulary.js'

/** Exercises that are equal in everything by which alternatives are chosen. */
interface ExerciseGroup {
  example: Exercise
  primary: number
  equipment: number
  /** The most popular ones first, then by name. */
  exercises: Exercise[]
}

/** An exercise that can replace another one. */
interface Alternative {
  exercise: Exercise
  /** The smaller, the more similar. */
  distance: number
}

/** The weights of differences. Each outweighs all that follow. */
const weights = { missingMuscle: 3200, otherMuscle: 100, mechanic: 24, force: 8, level: 2, category: 1 }

/** Indexes exercises by their primary muscles to find alternatives to an exercise. */
export async function buildAlternatives(exercises: readonly Exercise[]) {
  const byMuscles = await groupByMuscles(exercises)

  /** Groups that train some of the muscles, the most similar first. */
  function overlapping(primary: number): ExerciseGroup[][] {
    const byDistance: ExerciseGroup[][][] = []
    for (const [muscles, groups] of byMuscles) {
      if ((muscles & primary) === 0) continue
      const distance = muscleDistance(primary, muscles) / weights.otherMuscle
      const groupsAtDistance = byDistance[distance]
      if (groupsAtDistance) groupsAtDistance.push(groups)
      else byDistance[distance] = [groups]
    }
    // `flatMap` skips the holes of the sparse array.
    return byDistance.flatMap(groupsAtDistance => [groupsAtDistance.flat()])
  }

  return {
    /** Returns whether another exercise trains exactly the same primary muscles. */
    hasSameMuscles: (exercise: Exercise): boolean =>
      (byMuscles.get(muscleMask(exercise.primaryMuscles)) ?? []).some(({ exercises }) =>
        exercises.some(({ id }) => id !== exercise.id),
      ),

    /**
     * The nearest exercises, and all others with the same distance as the last of them.
     * @param muscles whether they have to train the same primary muscles or some of them
     * @param available the available equipment; null for all
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
          // One more, because the exercise itself can be in the group.
          for (const other of group.exercises.slice(0, count + 1))
            if (other.id !== exercise.id) found.push({ exercise: other, distance })
        }
      }
      return found
    },
  }
}

/** By the mask of the primary muscles. */
async function groupByMuscles(exercises: readonly Exercise[]): Promise<Map<number, ExerciseGroup[]>> {
  const groups = new Map<string, ExerciseGroup>()
  const byMuscles = new Map<number, ExerciseGroup[]>()
  await forEachYielding(exercises, exercise => {
    const equipment = equipmentMask(exercise.equipment)
    const key = `${signatureOf(exercise)} ${equipment}`
    const existing = groups.get(key)
    if (existing) {
      existing.exercises.push(exercise)
      return
    }
    const primary = muscleMask(exercise.primaryMuscles)
    const group = { example: exercise, primary, equipment, exercises: [exercise] }
    groups.set(key, group)
    const others = byMuscles.get(primary)
    if (others) others.push(group)
    else byMuscles.set(primary, [group])
  })
  await forEachYielding(groups.values(), group => void group.exercises.sort(compareByPopularity))
  return byMuscles
}

export type Alternatives = Awaited<ReturnType<typeof buildAlternatives>>

/** Orders by distance, then custom exercises first, then by popularity. */
export const compareAlternatives = (one: Alternative, other: Alternative) =>
  one.distance - other.distance || compareByPopularity(one.exercise, other.exercise)

const signatureOf = ({ primaryMuscles, mechanic, force, level, category }: Exercise) =>
  [muscleMask(primaryMuscles), mechanic, force, level, category].join(' ')

const muscleDistance = (primary: number, other: number) =>
  countBits(primary & ~other) * weights.missingMuscle + countBits(other & ~primary) * weights.otherMuscle

function countBits(mask: number): number {
  let count = 0
  for (let left = mask; left !== 0; left &= left - 1) count++
  return count
}

const distanceBetween = (
  one: Exercise,
  primary: number,
  { example: other, primary: others }: ExerciseGroup,
) =>
  muscleDistance(primary, others) +
  Number(one.mechanic !== other.mechanic) * weights.mechanic +
  Number(one.force !== other.force) * weights.force +
  Math.abs(levels.indexOf(one.level) - levels.indexOf(other.level)) * weights.level +
  Number(one.category !== other.category) * weights.category

const popularityOf = ({ source, slug }: Exercise) =>
  source === 'own' ? 2 : source === 'starter' ? (popularity.get(slug) ?? 0) : 0

function compareByPopularity(one: Exercise, other: Exercise): number {
  const difference = popularityOf(other) - popularityOf(one)
  if (difference !== 0) return difference
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.id < other.id ? -1 : 1
}
