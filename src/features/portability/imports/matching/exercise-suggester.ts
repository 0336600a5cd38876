import type { SimilarExercise } from '../models.js'
import type { MatchableExercise } from './exercise-matcher.js'
import { normalizeName } from './exercise-names.js'

const maxSuggestions = 3
/** The number of names that get suggestions, which take time to find. */
const maxNames = 200
/** Further words of a name are ignored. */
const maxWords = 8
const minConfidence = 0.3
/** Lower than the confidence of a match. */
const maxConfidence = 0.85

/** One name of an exercise. */
interface Spelling {
  exerciseId: string
  words: ReadonlySet<string>
}

/** Creates a function that returns the exercises whose names have the most words in common with a name, best first. */
export function exerciseSuggester(exercises: readonly MatchableExercise[]) {
  const spellings = exercises.flatMap(spellingsOf)
  const byWord = new Map<string, Spelling[]>()
  for (const spelling of spellings)
    for (const word of spelling.words) {
      const others = byWord.get(word)
      if (others) others.push(spelling)
      else byWord.set(word, [spelling])
    }
  let nameCount = 0

  /** Rare words weigh more than frequent ones, such as the equipment. */
  const weightOf = (word: string) => Math.log(1 + spellings.length / (1 + (byWord.get(word)?.length ?? 0)))
  const totalWeight = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word), 0)

  return (name: string): SimilarExercise[] => {
    if (++nameCount > maxNames) return []
    const words = wordsOf(name)
    const shared = new Map<Spelling, number>()
    for (const word of words)
      for (const spelling of byWord.get(word) ?? [])
        shared.set(spelling, (shared.get(spelling) ?? 0) + weightOf(word))
    const best = new Map<string, number>()
    const nameWeight = totalWeight(words)
    for (const [spelling, common] of shared) {
      const confidence = (maxConfidence * common) / (nameWeight + totalWeight(spelling.words) - common)
      if (confidence >= minConfidence && confidence > (best.get(spelling.exerciseId) ?? 0))
        best.set(spelling.exerciseId, confidence)
    }
    return [...best]
      .sort(([, left], [, right]) => right - left)
      .slice(0, maxSuggestions)
      .map(([exerciseId, confidence]) => ({ exerciseId, confidence: Math.round(confidence * 100) / 100 }))
  }
}

const spellingsOf = ({ id, name, aliases, translatedTexts = [] }: MatchableExercise): Spelling[] =>
  [{ name, aliases }, ...translatedTexts]
    .flatMap(texts => [texts.name, ...texts.aliases])
    .map(text => ({ exerciseId: id, words: wordsOf(text) }))

/** The words of a name in the singular, so that `Squats` and `Squat` are the same. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    normalizeName(text)
      .split(' ', maxWords)
      .filter(word => word !== '')
      .map(toSingular),
  )

function toSingular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || word.endsWith('ss')) return word
  return /(?:ch|sh|ss|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}
