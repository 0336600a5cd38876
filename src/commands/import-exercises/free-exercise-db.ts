import { AppError, badUserInput, badUserInputAt } from '../../errors.js'
import { normalizeText } from '../../lib/normalize.js'
import { kindOf, lineOf, linesOf, quoted, wordOf, wordsOf, type Fields } from './record-fields.js'
import { trackingTypeOf } from './tracking-type.js'
import {
  categories,
  equipment,
  forces,
  levels,
  mechanics,
  muscles,
} from '../../features/training/exercises/vocabulary.js'
import type { Equipment, ExerciseEntry } from '../../features/training/exercises/vocabulary.js'

/** free-exercise-db writes the same words in lower case, with spaces. */
const inItsWords = <T extends string>(words: readonly T[]) =>
  new Map<string, T>(words.map(word => [word.toLowerCase().replaceAll('_', ' '), word]))

const known = {
  categories: inItsWords(categories),
  equipment: inItsWords(equipment).set('e-z curl bar', 'EZ_CURL_BAR'),
  forces: inItsWords(forces),
  levels: inItsWords(levels),
  mechanics: inItsWords(mechanics),
  muscles: inItsWords(muscles),
}

/** Equipment its vocabulary has no word for, by what the name says. */
const named: [RegExp, Equipment][] = [
  [/\bsmith\b/i, 'SMITH_MACHINE'],
  [/\btrap bar\b/i, 'TRAP_BAR'],
  [/\bsuspended\b/i, 'SUSPENSION'],
  [/\bplate\b/i, 'WEIGHT_PLATE'],
]

const oneSided = /\b(one|single)[ -]?(arm|hand|leg|foot|knee)(g?ed)?\b/i

const longest = { name: 100, id: 100, instruction: 2000 }

export type Reading = { entry: ExerciseEntry } | { problem: string }

/**
 * One record of free-exercise-db as an exercise, or why it cannot be one. Its images are left out: where they come
 * from is disputed. A record without instructions is taken: name, muscles and equipment suffice to log a set.
 */
export function readRecord(record: unknown): Reading {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return { problem: `it must be an object, not ${kindOf(record)}.` }
  try {
    return { entry: entryOf(record as Fields) }
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

/** @throws AppError BAD_USER_INPUT */
function entryOf(record: Fields): ExerciseEntry {
  const name = lineOf('name', record['name'], longest.name)
  const primaryMuscles = wordsOf('primaryMuscles', record['primaryMuscles'], known.muscles)
  if (primaryMuscles.length === 0) throw badUserInputAt('primaryMuscles', 'names no muscle.')
  const described = {
    slug: slugOf(record['id'] === undefined ? name : lineOf('id', record['id'], longest.id)),
    name,
    aliases: [],
    category: wordOf('category', record['category'], known.categories),
    force: unlessNull(record['force'], value => wordOf('force', value, known.forces)),
    level: wordOf('level', record['level'], known.levels),
    mechanic: unlessNull(record['mechanic'], value => wordOf('mechanic', value, known.mechanics)),
    equipment: equipmentOf(name, record['equipment']),
    primaryMuscles,
    secondaryMuscles: wordsOf('secondaryMuscles', record['secondaryMuscles'] ?? [], known.muscles).filter(
      muscle => !primaryMuscles.includes(muscle),
    ),
    isUnilateral: oneSided.test(name) && !/\balternat/i.test(name),
    instructions: linesOf('instructions', record['instructions'] ?? [], longest.instruction),
  }
  return { ...described, trackingType: trackingTypeOf(described) }
}

const unlessNull = <T>(value: unknown, read: (value: unknown) => T) => (value == null ? null : read(value))

function equipmentOf(name: string, value: unknown): Equipment[] {
  const item = unlessNull(value, given => wordOf('equipment', given, known.equipment))
  const specific = named.find(([words]) => words.test(name))?.[1]
  // "other" and "machine" are as close as its vocabulary gets; what is more exact than that is believed.
  if (specific && (item === 'OTHER' || specific === 'SMITH_MACHINE')) return [specific]
  return item ? [item] : []
}

/** @throws AppError BAD_USER_INPUT */
function slugOf(text: string): string {
  const words = normalizeText(text, 'NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  if (!words) throw badUserInput('id', `${quoted(text)} has no Latin letter or digit to make a slug of.`)
  return words.join('-')
}
