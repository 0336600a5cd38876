import { forEachYielding } from '../../../../lib/event-loop.js'
import { locales } from '../../../../lib/locales.js'
import { localizedTexts, type Exercise, type ExerciseTexts } from '../models.js'
import type { ExerciseEntry } from '../../../../lib/exercise-vocabulary.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { postingsBuilder, type Postings } from './postings.js'
import { joinNames } from './bigrams.js'
import { popularity } from './popularity.js'

/** The fields of an exercise that a search reads. */
export type Searchable = ExerciseEntry & Pick<Exercise, 'source' | 'translations'>

interface Weights {
  /** The weight of a term in the name, in an alias, and as a part of a compound, in percent. */
  terms: { name: number; alias: number; part: number }
  /** The bonus for a search that equals a name or an alias, or a name without its equipment. */
  exactNames: { name: number; importedName: number; alias: number; withoutTools: number }
}

const nativeWeights: Weights = {
  terms: { name: 100, alias: 92, part: 80 },
  exactNames: { name: 600, importedName: 350, alias: 350, withoutTools: 40 },
}

/** The weights of names in other languages, which are lower than those of any name in the language of the search. */
const foreignWeights: Weights = {
  terms: { name: 50, alias: 46, part: 40 },
  exactNames: { name: 300, importedName: 175, alias: 175, withoutTools: 20 },
}

/** The weights of facets: of equipment, category and first muscle, of further muscles, and of cardio exercises. */
const facetWeights = { facet: 100, sideFacet: 70, cardioFacet: 60 }

const priorWeights = { popularity: 150, popular: 150, starter: 100, compound: 20, expert: -20, word: -4 }

/** The words of the names of exercises. */
export interface NameIndex {
  postings: ReadonlyMap<string, Postings>
  /** The number of occurrences of each searchable word. */
  frequencies: ReadonlyMap<string, number>
  /** Pairs of words, by their joined spelling. */
  compounds: ReadonlyMap<string, readonly string[]>
  /** The exercises with a name of exactly these words in any order, with their bonus. By `bagOfWords`. */
  exactNames: ReadonlyMap<string, readonly ExactName[]>
  /** The joined names of each exercise, by position. */
  texts: readonly string[]
}

interface SearchEntries {
  /** The names in the language of the search, and the facets. */
  native: NameIndex
  /** The names in other languages; null if no exercise has any. */
  foreign: NameIndex | null
  /** The part of the score that does not depend on the search, by position. */
  priors: Int16Array
  /** True if the exercise is stretching or foam rolling, by position. */
  isStretch: Uint8Array
}

interface ExactName {
  position: number
  bonus: number
}

export const facetTerm = (facet: Facet) => `#${facet}`
/** Equal for the same words in any order. */
export const bagOfWords = (words: readonly string[]) => words.toSorted().join(' ')

/** Yields to the event loop while it reads the exercises. */
export async function buildEntries(
  exercises: readonly Searchable[],
  language: SearchLanguage,
): Promise<SearchEntries> {
  const priors = new Int16Array(exercises.length)
  const isStretch = new Uint8Array(exercises.length)
  await forEachYielding(exercises.entries(), ([position, exercise]) => {
    const { name } = localizedTexts(exercise, language.locale)
    priors[position] = priorScore(exercise, language.wordsOf(name).length)
    isStretch[position] = isStretchOrRolling(exercise) ? 1 : 0
  })
  const native = await indexNames(exercises, {
    language,
    weights: nativeWeights,
    knownWords: language.knownWords,
    facetTerms,
    textsOf: exercise => [localizedTexts(exercise, language.locale)],
  })
  const others = locales.filter(locale => locale !== language.locale)
  const foreign = exercises.some(({ translations }) => translations)
    ? await indexNames(exercises, {
        language,
        weights: foreignWeights,
        knownWords: new Set<string>(),
        facetTerms: () => new Map<string, number>(),
        textsOf: exercise =>
          exercise.translations ? others.map(locale => localizedTexts(exercise, locale)) : [],
      })
    : null
  return { native, foreign, priors, isStretch }
}

interface NamesOptions {
  language: SearchLanguage
  weights: Weights
  /** Words that count as known without being in a name. */
  knownWords: ReadonlySet<string>
  facetTerms(exercise: Searchable): Map<string, number>
  textsOf(exercise: Searchable): Pick<ExerciseTexts, 'name' | 'aliases'>[]
}

/** The words of a name or an alias. */
interface NameWords {
  words: string[]
  isName: boolean
}

async function indexNames(exercises: readonly Searchable[], options: NamesOptions): Promise<NameIndex> {
  const { language, weights, knownWords, textsOf } = options
  const namesOfExercises: NameWords[][] = []
  await forEachYielding(exercises, exercise => {
    const names = textsOf(exercise).flatMap(({ name, aliases }) =>
      [name, ...aliases].map((text, index) => ({ words: language.wordsOf(text), isName: index === 0 })),
    )
    namesOfExercises.push(names)
  })
  const { frequencies, compounds } = await countWordsAndPairs(namesOfExercises.flat(), knownWords)
  const isKnown = (word: string) => frequencies.has(word)
  const postings = postingsBuilder()
  const exactNames = new Map<string, ExactName[]>()
  const texts: string[] = []

  function addExactName(words: readonly string[], position: number, bonus: number): void {
    const wordBag = bagOfWords(words)
    const others = exactNames.get(wordBag)
    if (others) others.push({ position, bonus })
    else exactNames.set(wordBag, [{ position, bonus }])
  }

  await forEachYielding(exercises.entries(), ([position, exercise]) => {
    const terms = options.facetTerms(exercise)
    const canonicalNames: string[][] = []
    const add = (word: string, weight: number) => {
      if (!terms.has(word)) terms.set(word, weight)
    }
    for (const { words: nameWords, isName } of namesOfExercises[position] ?? []) {
      const words = nameWords.flatMap(word => compounds.get(word) ?? word)
      const canonical = language.canonicalWords(words)
      canonicalNames.push(canonical)
      for (const word of [...words, ...canonical])
        add(word, isName ? weights.terms.name : weights.terms.alias)
      const nameBonus =
        exercise.source === 'free-exercise-db' ? weights.exactNames.importedName : weights.exactNames.name
      addExactName(canonical, position, isName ? nameBonus : weights.exactNames.alias)
      const core = canonical.filter(word => !language.isEquipment(word))
      if (core.length < canonical.length) addExactName(core, position, weights.exactNames.withoutTools)
    }
    for (const word of new Set(canonicalNames.flat()))
      for (const part of language.splitCompound(word, isKnown) ?? [])
        // Muscles and equipment are facets of the exercise already, and a part may mean something else.
        if (!language.facetsByWord.has(part)) add(part, weights.terms.part)
    postings.add(position, terms)
    texts.push(joinNames(canonicalNames))
  })
  return { postings: await postings.finish(), frequencies, compounds, exactNames, texts }
}

/** Counts words and adjacent pairs, because `pull-up` is also written `pullup`, in names as well as in searches. */
async function countWordsAndPairs(names: readonly NameWords[], knownWords: ReadonlySet<string>) {
  const frequencies = new Map<string, number>([...knownWords].map(word => [word, 0]))
  const pairs = new Map<string, { words: string[]; count: number }>()
  await forEachYielding(names, ({ words }) => {
    for (const [offset, word] of words.entries()) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
      const before = words[offset - 1]
      if (before === undefined) continue
      const pair = pairs.get(before + word)
      if (pair) pair.count++
      else pairs.set(before + word, { words: [before, word], count: 1 })
    }
  })
  const compounds = new Map<string, readonly string[]>()
  await forEachYielding(pairs, ([joined, { words, count }]) => {
    if (knownWords.has(joined) || (frequencies.get(joined) ?? 0) >= count) return
    compounds.set(joined, words)
  })
  await forEachYielding(
    compounds.keys(),
    joined => void frequencies.set(joined, pairs.get(joined)?.count ?? 0),
  )
  return { frequencies, compounds }
}

function facetTerms({ category, equipment, primaryMuscles }: Searchable): Map<string, number> {
  const terms = new Map([[facetTerm(category), facetWeights.facet]])
  // Searches for a muscle or a machine rarely mean cardio exercises.
  const isCardio = category === 'CARDIO'
  for (const item of equipment)
    terms.set(facetTerm(item), isCardio ? facetWeights.cardioFacet : facetWeights.facet)
  for (const [offset, muscle] of primaryMuscles.entries())
    terms.set(
      facetTerm(muscle),
      isCardio ? facetWeights.cardioFacet : offset === 0 ? facetWeights.facet : facetWeights.sideFacet,
    )
  return terms
}

function priorScore({ slug, source, mechanic, level }: Searchable, words: number): number {
  const rank = source === 'starter' ? popularity.get(slug) : undefined
  if (rank !== undefined) return priorWeights.popular + Math.round(rank * priorWeights.popularity)
  const starter = source === 'free-exercise-db' ? 0 : priorWeights.starter
  const compound = mechanic === 'COMPOUND' ? priorWeights.compound : 0
  return starter + compound + (level === 'EXPERT' ? priorWeights.expert : 0) + priorWeights.word * words
}

const isStretchOrRolling = ({ category, equipment }: Searchable) =>
  category === 'STRETCHING' || equipment.includes('FOAM_ROLL')
