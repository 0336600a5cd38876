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
} from './vocabulary.js'

/** What exercises are looked for by. Lists mean any of, an empty one or null no matter what. */
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
  new Map<Word, number>(words.map((word, at) => [word, 1 << (from + at)]))

const muscleBits = bitsOf(muscles)
const equipmentBits = bitsOf(equipment)

// What an exercise has one of stands in one number, a bit for each word.
const categoryBits = bitsOf(categories)
const levelBits = bitsOf(levels, 7)
const mechanicBits = bitsOf([...mechanics, null], 10)
const forceBits = bitsOf([...forces, null], 13)
const trackingBits = bitsOf(trackingTypes, 17)

const together = <Word>(bits: ReadonlyMap<Word, number>, words: Iterable<Word>) => {
  let mask = 0
  for (const word of words) mask |= bits.get(word) ?? 0
  return mask
}

/** The muscles as bits. */
export const muscleMask = (words: readonly Muscle[]) => together(muscleBits, words)

/** What has to be there, as bits: the body always is. */
export const equipmentMask = (words: readonly Equipment[]) =>
  together(equipmentBits, words) & ~together(equipmentBits, ['BODY_ONLY'])

/** What filters ask of exercises, which are in some order, as bits by their places. */
export async function buildFacets(exercises: readonly ExerciseEntry[]) {
  const { length } = exercises
  const [primary, secondary] = [new Int32Array(length), new Int32Array(length)]
  const [needed, kinds] = [new Int32Array(length), new Int32Array(length)]
  await forEachYielding(exercises.entries(), ([place, exercise]) => {
    primary[place] = muscleMask(exercise.primaryMuscles)
    secondary[place] = muscleMask(exercise.secondaryMuscles)
    needed[place] = equipmentMask(exercise.equipment)
    kinds[place] = kindsOf(exercise)
  })

  /** Whether the exercise of a place passes. Null: all do. */
  return (filter: ExerciseFilter): ((place: number) => boolean) | null => {
    const wantedPrimary = muscleMask(filter.primaryMuscles ?? [])
    const wanted = muscleMask(filter.muscles ?? [])
    const missing = filter.equipment?.length ? ~equipmentMask(filter.equipment) : 0
    const excluded = excludedKinds(filter)
    if (wantedPrimary === 0 && wanted === 0 && missing === 0 && excluded === 0) return null
    return place => {
      const ofPlace = primary[place] ?? 0
      return (
        ((kinds[place] ?? 0) & excluded) === 0 &&
        ((needed[place] ?? 0) & missing) === 0 &&
        (wantedPrimary === 0 || (ofPlace & wantedPrimary) !== 0) &&
        (wanted === 0 || ((ofPlace | (secondary[place] ?? 0)) & wanted) !== 0)
      )
    }
  }
}

export type Facets = Awaited<ReturnType<typeof buildFacets>>

const kindsOf = ({ category, level, mechanic, force, trackingType }: ExerciseEntry) =>
  together(categoryBits, [category]) |
  together(levelBits, [level]) |
  together(mechanicBits, [mechanic]) |
  together(forceBits, [force]) |
  together(trackingBits, [trackingType])

const excludedKinds = ({ categories, levels, mechanic, force, trackingTypes }: ExerciseFilter) =>
  othersThan(categoryBits, categories) |
  othersThan(levelBits, levels) |
  othersThan(mechanicBits, mechanic && [mechanic]) |
  othersThan(forceBits, force && [force]) |
  othersThan(trackingBits, trackingTypes)

/** The bits of all other words; of none where no word is wanted. */
const othersThan = <Word>(bits: ReadonlyMap<Word, number>, wanted: readonly Word[] | null | undefined) =>
  wanted?.length ? together(bits, bits.keys()) & ~together(bits, wanted) : 0
