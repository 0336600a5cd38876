import { forEachYielding } from '../../../lib/event-loop.js'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
  trackingTypes,
  type Category,
  type Equipment,
  type ExerciseEntry,
  type Force,
  type Level,
  type Mechanic,
  type Muscle,
  type TrackingType,
} from '../../../lib/exercise-vocabulary.js'

/** A list matches any of its values; an empty list or null matches every exercise. */
export interface ExerciseFilter {
  muscles?: readonly Muscle[] | null
  primaryMuscles?: readonly Muscle[] | null
  equipment?: readonly Equipment[] | null
  categories?: readonly Category[] | null
  levels?: readonly Level[] | null
  mechanic?: Mechanic | null
  force?: Force | null
  trackingTypes?: readonly TrackingType[] | null
}

const bitsOf = <Word>(words: readonly Word[], from = 0) =>
  new Map<Word, number>(words.map((word, index) => [word, 1 << (from + index)]))

const muscleBits = bitsOf(muscles)
const equipmentBits = bitsOf(equipment)

// The attributes with one value per exercise share one mask.
const categoryBits = bitsOf(categories)
const levelBits = bitsOf(levels, 7)
const mechanicBits = bitsOf([...mechanics, null], 10)
const forceBits = bitsOf([...forces, null], 13)
const trackingTypeBits = bitsOf(trackingTypes, 17)

const combineBits = <Word>(bits: ReadonlyMap<Word, number>, words: Iterable<Word>) => {
  let mask = 0
  for (const word of words) mask |= bits.get(word) ?? 0
  return mask
}

export const muscleMask = (words: readonly Muscle[]) => combineBits(muscleBits, words)

/** The mask of the required equipment, without the body itself. */
export const equipmentMask = (words: readonly Equipment[]) =>
  combineBits(equipmentBits, words) & ~combineBits(equipmentBits, ['BODY_ONLY'])

/** Stores what filters compare as bit masks, by the positions of the exercises. */
export async function buildFacets(exercises: readonly ExerciseEntry[]) {
  const { length } = exercises
  const [primary, secondary] = [new Int32Array(length), new Int32Array(length)]
  const [required, attributes] = [new Int32Array(length), new Int32Array(length)]
  await forEachYielding(exercises.entries(), ([position, exercise]) => {
    primary[position] = muscleMask(exercise.primaryMuscles)
    secondary[position] = muscleMask(exercise.secondaryMuscles)
    required[position] = equipmentMask(exercise.equipment)
    attributes[position] = attributeMask(exercise)
  })

  /** @returns whether the exercise at a position matches; null if all do */
  return (filter: ExerciseFilter): ((position: number) => boolean) | null => {
    const primaryBitsOfFilter = muscleMask(filter.primaryMuscles ?? [])
    const muscleBitsOfFilter = muscleMask(filter.muscles ?? [])
    const missing = filter.equipment?.length ? ~equipmentMask(filter.equipment) : 0
    const excluded = excludedAttributes(filter)
    if (primaryBitsOfFilter === 0 && muscleBitsOfFilter === 0 && missing === 0 && excluded === 0) return null
    return position => {
      const primaryMuscles = primary[position] ?? 0
      return (
        ((attributes[position] ?? 0) & excluded) === 0 &&
        ((required[position] ?? 0) & missing) === 0 &&
        (primaryBitsOfFilter === 0 || (primaryMuscles & primaryBitsOfFilter) !== 0) &&
        (muscleBitsOfFilter === 0 ||
          ((primaryMuscles | (secondary[position] ?? 0)) & muscleBitsOfFilter) !== 0)
      )
    }
  }
}

export type Facets = Awaited<ReturnType<typeof buildFacets>>

const attributeMask = ({ category, level, mechanic, force, trackingType }: ExerciseEntry) =>
  combineBits(categoryBits, [category]) |
  combineBits(levelBits, [level]) |
  combineBits(mechanicBits, [mechanic]) |
  combineBits(forceBits, [force]) |
  combineBits(trackingTypeBits, [trackingType])

const excludedAttributes = ({ categories, levels, mechanic, force, trackingTypes }: ExerciseFilter) =>
  otherBits(categoryBits, categories) |
  otherBits(levelBits, levels) |
  otherBits(mechanicBits, mechanic && [mechanic]) |
  otherBits(forceBits, force && [force]) |
  otherBits(trackingTypeBits, trackingTypes)

/** The bits of all words that are not wanted; 0 if every word is. */
const otherBits = <Word>(bits: ReadonlyMap<Word, number>, allowed: readonly Word[] | null | undefined) =>
  allowed?.length ? combineBits(bits, bits.keys()) & ~combineBits(bits, allowed) : 0
