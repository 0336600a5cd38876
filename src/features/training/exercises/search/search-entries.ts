import { forEachYielding } from '../../../../lib/event-loop.js'
import { locales } from '../../../../lib/locales.js'
import { localizedTexts, type Exercise, type ExerciseTexts } from '../models.js'
import type { ExerciseEntry } from '../vocabulary.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { postingsBuilder, type Postings } from './postings.js'
import { joinNames } from './bigrams.js'
import { popularity } from './popularity.js'

/** What a search reads of an exercise. */
export type Searchable = ExerciseEntry & Pick<Exercise, 'source' | 'translations'>

interface Weights {
  /** How much it says about an exercise that a term is in its name, in another name of it, or in a part of a compound. */
  terms: { name: number; alias: number; part: number }
  /** How much further up those come who are exactNames exactly as was written. */
  calls: { name: number; importedName: number; alias: number; withoutTools: number }
}

const nativeWeights: Weights = {
  terms: { name: 100, alias: 92, part: 80 },
  calls: { name: 600, importedName: 350, alias: 350, withoutTools: 40 },
}

/** Of names in other languages, which count for less than any name in the language of the search. */
const foreignWeights: Weights = {
  terms: { name: 50, alias: 46, part: 40 },
  calls: { name: 300, importedName: 175, alias: 175, withoutTools: 20 },
}

/** How much it says about an exercise what kind it is. */
const facetWeights = { facet: 100, sideFacet: 70, cardioFacet: 60 }

const prior = { staple: 150, leastStaple: 150, starter: 100, compound: 20, expert: -20, word: -4 }

/** The words of the names of exercises. */
export interface NameIndex {
  postings: ReadonlyMap<string, Postings>
  /** Every word that can be found, and how often it is there. */
  frequencies: ReadonlyMap<string, number>
  /** Two words in one, as some write them. */
  compounds: ReadonlyMap<string, readonly string[]>
  /** Who is exactNames by these words, in any order, and how far up that takes them. */
  exactNames: ReadonlyMap<string, readonly ExactName[]>
  /** All its names as one text, by its place. */
  texts: readonly string[]
}

export interface SearchEntries {
  /** In the language of the search, with the facets. */
  native: NameIndex
  /** In the other languages; null where no exercise has names in them. */
  foreign: NameIndex | null
  /** How far up an exercise comes whatever is searched, by its place. */
  priors: Int16Array
  /** Whether it is stretching or rolling, by its place. */
  isStretch: Uint8Array
}

interface ExactName {
  place: number
  bonus: number
}

export const facetTerm = (facet: Facet) => `#${facet}`
/** Words in any order. */
export const bagOfWords = (words: readonly string[]) => words.toSorted().join(' ')

/** Reads all exercises, in slices, so that no request waits for the whole. */
export async function buildEntries(
  exercises: readonly Searchable[],
  language: SearchLanguage,
): Promise<SearchEntries> {
  const priors = new Int16Array(exercises.length)
  const isStretch = new Uint8Array(exercises.length)
  await forEachYielding(exercises.entries(), ([place, exercise]) => {
    const { name } = localizedTexts(exercise, language.locale)
    priors[place] = priorOf(exercise, language.wordsOf(name).length)
    isStretch[place] = isStretching(exercise) ? 1 : 0
  })
  const native = await readNames(exercises, {
    language,
    weights: nativeWeights,
    knownWords: language.knownWords,
    facetTerms,
    textsOf: exercise => [localizedTexts(exercise, language.locale)],
  })
  const others = locales.filter(locale => locale !== language.locale)
  const foreign = exercises.some(({ translations }) => translations)
    ? await readNames(exercises, {
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

/** A name or another name of an exercise. */
interface Label {
  words: string[]
  isName: boolean
}

async function readNames(exercises: readonly Searchable[], options: NamesOptions): Promise<NameIndex> {
  const { language, weights, knownWords, textsOf } = options
  const labels: Label[][] = []
  await forEachYielding(exercises, exercise => {
    const ofOne = textsOf(exercise).flatMap(({ name, aliases }) =>
      [name, ...aliases].map((label, at) => ({ words: language.wordsOf(label), isName: at === 0 })),
    )
    labels.push(ofOne)
  })
  const { frequencies, compounds } = await countWords(labels.flat(), knownWords)
  const isKnown = (word: string) => frequencies.has(word)
  const postings = postingsBuilder()
  const exactNames = new Map<string, ExactName[]>()
  const texts: string[] = []

  function call(words: readonly string[], place: number, bonus: number): void {
    const bag = bagOfWords(words)
    const others = exactNames.get(bag)
    if (others) others.push({ place, bonus })
    else exactNames.set(bag, [{ place, bonus }])
  }

  await forEachYielding(exercises.entries(), ([place, exercise]) => {
    const terms = options.facetTerms(exercise)
    const tellingNames: string[][] = []
    const add = (word: string, weight: number) => {
      if (!terms.has(word)) terms.set(word, weight)
    }
    for (const { words: label, isName } of labels[place] ?? []) {
      const words = label.flatMap(word => compounds.get(word) ?? word)
      const telling = language.canonicalWords(words)
      tellingNames.push(telling)
      for (const word of [...words, ...telling]) add(word, isName ? weights.terms.name : weights.terms.alias)
      const nameBonus =
        exercise.source === 'free-exercise-db' ? weights.calls.importedName : weights.calls.name
      call(telling, place, isName ? nameBonus : weights.calls.alias)
      const core = telling.filter(word => !language.isTool(word))
      if (core.length < telling.length) call(core, place, weights.calls.withoutTools)
    }
    for (const word of new Set(tellingNames.flat()))
      for (const part of language.splitCompound(word, isKnown) ?? [])
        // Muscles and equipment are facets of the exercise already, and a part may mean something else.
        if (!language.facetsByWord.has(part)) add(part, weights.terms.part)
    postings.add(place, terms)
    texts.push(joinNames(tellingNames))
  })
  return { postings: await postings.finish(), frequencies, compounds, exactNames, texts }
}

/** Counts words and neighbours: `pull-up` is written `pullup`, too, and names differ in such things themselves. */
async function countWords(labels: readonly Label[], knownWords: ReadonlySet<string>) {
  const frequencies = new Map<string, number>([...knownWords].map(word => [word, 0]))
  const pairs = new Map<string, { words: string[]; count: number }>()
  await forEachYielding(labels, ({ words }) => {
    for (const [at, word] of words.entries()) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
      const before = words[at - 1]
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
  // Who asks for a muscle or a machine rarely means to run.
  const isCardio = category === 'CARDIO'
  for (const item of equipment)
    terms.set(facetTerm(item), isCardio ? facetWeights.cardioFacet : facetWeights.facet)
  for (const [at, muscle] of primaryMuscles.entries())
    terms.set(
      facetTerm(muscle),
      isCardio ? facetWeights.cardioFacet : at === 0 ? facetWeights.facet : facetWeights.sideFacet,
    )
  return terms
}

function priorOf({ slug, source, mechanic, level }: Searchable, words: number): number {
  const usual = source === 'starter' ? popularity.get(slug) : undefined
  if (usual !== undefined) return prior.leastStaple + Math.round(usual * prior.staple)
  const starter = source === 'free-exercise-db' ? 0 : prior.starter
  const compound = mechanic === 'COMPOUND' ? prior.compound : 0
  return starter + compound + (level === 'EXPERT' ? prior.expert : 0) + prior.word * words
}

const isStretching = ({ category, equipment }: Searchable) =>
  category === 'STRETCHING' || equipment.includes('FOAM_ROLL')
