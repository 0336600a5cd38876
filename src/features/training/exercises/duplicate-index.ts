import { normalizeText } from '../../../lib/normalize.js'
import { foldCase } from '../../../lib/text.js'
import type { Equipment, ExerciseEntry } from './vocabulary.js'

/** What of an exercise tells whether it is the same as another. */
export type DuplicateTraits = Pick<ExerciseEntry, 'name' | 'aliases' | 'category' | 'equipment'>

/**
 * Finds the exercise that is the same as another under a name that differs little: in case, accents, punctuation,
 * plural or the order of the words, or that the other one has as an alias.
 */
export function duplicateIndex<Entry extends DuplicateTraits>(exercises: Iterable<Entry>) {
  const byName = new Map<string, Entry>()
  const bySpelling = new Map<string, Set<Entry>>()

  function add(exercise: Entry): void {
    byName.set(plain(exercise.name), exercise)
    for (const spelling of spellings(exercise)) {
      const others = bySpelling.get(spelling) ?? new Set<Entry>()
      bySpelling.set(spelling, others.add(exercise))
    }
  }
  for (const exercise of exercises) add(exercise)

  return {
    add,
    of(entry: DuplicateTraits): Entry | undefined {
      const namesake = byName.get(plain(entry.name))
      if (namesake) return namesake
      const candidates = spellings(entry).flatMap(spelling => [...(bySpelling.get(spelling) ?? [])])
      return candidates.find(other => mayBeSame(entry, other))
    },
  }
}

export type DuplicateIndex<Entry extends DuplicateTraits> = ReturnType<typeof duplicateIndex<Entry>>

const wordsOf = (text: string) =>
  normalizeText(foldCase(text), 'NFD')
    .replace(/[\p{M}'’]/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [text]

const plain = (name: string) => wordsOf(name).join('')

/** Twice each name: "push-up" and "pushups" differ in their words, "front squat barbell" in the order of them. */
function spellings({ name, aliases }: DuplicateTraits): string[] {
  return [name, ...aliases].flatMap(text => {
    const words = wordsOf(text).map(singular)
    return [words.join(''), words.toSorted().join(' ')]
  })
}

const singular = (word: string) => word.replace(/(?<=[^s]{2})s$/, '')

/** Short names serve several exercises: a glute kickback is one thing on a cable and another on the floor. */
const mayBeSame = (one: DuplicateTraits, other: DuplicateTraits) =>
  isStretch(one) === isStretch(other) && mayNeedSame(one.equipment, other.equipment)

const isStretch = ({ category }: DuplicateTraits) => category === 'STRETCHING'

function mayNeedSame(one: readonly Equipment[], other: readonly Equipment[]): boolean {
  if (isUnknown(one) || isUnknown(other)) return true
  const [tools, otherTools] = [one.filter(isTool), other.filter(isTool)]
  if (tools.length === 0 || otherTools.length === 0) return tools.length === otherTools.length
  return tools.some(item => otherTools.includes(item))
}

const isUnknown = (equipment: readonly Equipment[]) => equipment.length === 0 || equipment.includes('OTHER')

/** Some call a pull-up's equipment a bar, others call it none. */
const isTool = (item: Equipment) => item !== 'BODY_ONLY' && item !== 'PULL_UP_BAR' && item !== 'BENCH'
