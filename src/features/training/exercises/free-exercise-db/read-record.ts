import { AppError, badUserInput, badUserInputAt } from '../../../../errors.js'
import { normalizeText } from '../../../../lib/normalize.js'
import {
  describeType,
  readLine,
  readLines,
  quoted,
  readTerm,
  readTerms,
  type Fields,
} from './record-fields.js'
import { trackingTypeOf } from './tracking-type.js'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
} from '../../../../lib/exercise-vocabulary.js'
import type { Equipment, ExerciseEntry } from '../../../../lib/exercise-vocabulary.js'

/** Maps the terms of free-exercise-db, which are in lower case with spaces, to those of the service. */
const termsOf = <T extends string>(words: readonly T[]) =>
  new Map<string, T>(words.map(word => [word.toLowerCase().replaceAll('_', ' '), word]))

const terms = {
  categories: termsOf(categories),
  equipment: termsOf(equipment).set('e-z curl bar', 'EZ_CURL_BAR'),
  forces: termsOf(forces),
  levels: termsOf(levels),
  mechanics: termsOf(mechanics),
  muscles: termsOf(muscles),
}

/** Equipment that is not in the vocabulary of free-exercise-db, recognized by the name of the exercise. */
const equipmentByName: [RegExp, Equipment][] = [
  [/\bsmith\b/i, 'SMITH_MACHINE'],
  [/\btrap bar\b/i, 'TRAP_BAR'],
  [/\bsuspended\b/i, 'SUSPENSION'],
  [/\bplate\b/i, 'WEIGHT_PLATE'],
]

const unilateralName = /\b(one|single)[ -]?(arm|hand|leg|foot|knee)(g?ed)?\b/i

const maxLengths = { name: 100, id: 100, instruction: 2000 }

type RecordResult = { entry: ExerciseEntry } | { problem: string }

/**
 * Converts a record of free-exercise-db to an exercise, or returns the reason why it is invalid. Images are ignored,
 * because their origin is disputed. Instructions are optional, because sets can be logged without them.
 */
export function readRecord(record: unknown): RecordResult {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { problem: `it must be an object, not ${describeType(record)}.` }
  try {
    return { entry: entryOf(record as Fields) }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

/** @throws AppError BAD_USER_INPUT */
function entryOf(record: Fields): ExerciseEntry {
  const name = readLine('name', record['name'], maxLengths.name)
  const primaryMuscles = readTerms('primaryMuscles', record['primaryMuscles'], terms.muscles)
  if (primaryMuscles.length === 0) throw badUserInputAt('primaryMuscles', 'must contain at least one muscle.')
  const fields = {
    slug: slugOf(record['id'] === undefined ? name : readLine('id', record['id'], maxLengths.id)),
    name,
    aliases: [],
    category: readTerm('category', record['category'], terms.categories),
    force: readOptional(record['force'], value => readTerm('force', value, terms.forces)),
    level: readTerm('level', record['level'], terms.levels),
    mechanic: readOptional(record['mechanic'], value => readTerm('mechanic', value, terms.mechanics)),
    equipment: equipmentOf(name, record['equipment']),
    primaryMuscles,
    secondaryMuscles: readTerms('secondaryMuscles', record['secondaryMuscles'] ?? [], terms.muscles).filter(
      muscle => !primaryMuscles.includes(muscle),
    ),
    deltoids: [],
    isUnilateral: unilateralName.test(name) && !/\balternat/i.test(name),
    instructions: readLines('instructions', record['instructions'] ?? [], maxLengths.instruction),
  }
  const trackingType = trackingTypeOf(fields)
  const movesBody = trackingType === 'BODYWEIGHT_REPS' || trackingType === 'BODYWEIGHT_ASSISTED_REPS'
  return { ...fields, trackingType, bodyweightShare: movesBody ? 1 : null }
}

const readOptional = <T>(value: unknown, read: (value: unknown) => T) => (value == null ? null : read(value))

function equipmentOf(name: string, value: unknown): Equipment[] {
  const item = readOptional(value, given => readTerm('equipment', given, terms.equipment))
  const specific = equipmentByName.find(([words]) => words.test(name))?.[1]
  // free-exercise-db uses "other" and "machine" for equipment that is not in its vocabulary.
  if (specific && (item === 'OTHER' || specific === 'SMITH_MACHINE')) return [specific]
  return item ? [item] : []
}

/** @throws AppError BAD_USER_INPUT */
function slugOf(text: string): string {
  const words = normalizeText(text, 'NFKD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  if (!words)
    throw badUserInput(
      'id',
      `${quoted(text)} must contain a Latin letter or a digit, from which the slug is created.`,
    )
  return words.join('-')
}
