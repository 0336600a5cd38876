import { normalizeText } from '../../../lib/normalize.js'
import { foldCase } from '../../../lib/text.js'
import type { Equipment, ExerciseEntry } from '../../../lib/exercise-vocabulary.js'

export type DuplicateCriteria = Pick<ExerciseEntry, 'name' | 'aliases' | 'category' | 'equipment'>

/**
 * Finds duplicates: exercises whose names or aliases are equal except for case, accents, punctuation, plural and the order
 * of the words.
 */
export function duplicateIndex<Entry extends DuplicateCriteria>(exercises: Iterable<Entry>) {
  const byName = new Map<string, Entry>()
  const bySpelling = new Map<string, Set<Entry>>()

  function add(exercise: Entry): void {
    byName.set(joinedWords(exercise.name), exercise)
    for (const spelling of spellings(exercise)) {
      const others = bySpelling.get(spelling) ?? new Set<Entry>()
      bySpelling.set(spelling, others.add(exercise))
    }
  }
  for (const exercise of exercises) add(exercise)

  return {
    add,
    find(entry: DuplicateCriteria): Entry | undefined {
      const sameName = byName.get(joinedWords(entry.name))
      if (sameName) return sameName
      const candidates = spellings(entry).flatMap(spelling => [...(bySpelling.get(spelling) ?? [])])
      return candidates.find(other => canBeDuplicates(entry, other))
    },
  }
}

export type DuplicateIndex<Entry extends DuplicateCriteria> = ReturnType<typeof duplicateIndex<Entry>>

const wordsOf = (text: string) =>
  normalizeText(foldCase(text), 'NFD')
    .replace(/[\p{M}'\u2019]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [text]

const joinedWords = (name: string) => wordsOf(name).join('')

/** Two spellings per name: joined words for "push-up" and "pushups", sorted words for "front squat barbell". */
function spellings({ name, aliases }: DuplicateCriteria): string[] {
  return [name, ...aliases].flatMap(text => {
    const words = wordsOf(text).map(singularize)
    return [words.join(''), words.toSorted().join(' ')]
  })
}

const singularize = (word: string) => word.replace(/(?<=[^s]{2})s$/, '')

/** Exercises can share a short name: a glute kickback on a cable is not the same as one on the floor. */
const canBeDuplicates = (one: DuplicateCriteria, other: DuplicateCriteria) =>
  isStretch(one) === isStretch(other) && haveCommonEquipment(one.equipment, other.equipment)

const isStretch = ({ category }: DuplicateCriteria) => category === 'STRETCHING'

function haveCommonEquipment(one: readonly Equipment[], other: readonly Equipment[]): boolean {
  if (isUnknown(one) || isUnknown(other)) return true
  const [tools, otherTools] = [one.filter(isTool), other.filter(isTool)]
  if (tools.length === 0 || otherTools.length === 0) return tools.length === otherTools.length
  return tools.some(item => otherTools.includes(item))
}

const isUnknown = (equipment: readonly Equipment[]) => equipment.length === 0 || equipment.includes('OTHER')

/** Ignores equipment that catalogues specify inconsistently, such as the bar of a pull-up. */
const isTool = (item: Equipment) => item !== 'BODY_ONLY' && item !== 'PULL_UP_BAR' && item !== 'BENCH'
