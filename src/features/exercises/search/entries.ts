import { inSlices } from '../../../lib/turns.js'
import type { Exercise } from '../models.js'
import type { ExerciseEntry } from '../vocabulary.js'
import { isTool, knownWords, usualWords, type Facet } from './gym-words.js'
import { postingsBuilder, type Postings } from './postings.js'
import { inRows } from './rows.js'
import { popularity } from './staples.js'
import { wordsOf } from './words.js'

/** What a search reads of an exercise. */
export type Searchable = ExerciseEntry & Pick<Exercise, 'source'>

/** How much it says about an exercise that a term is in its name, in another name of it, or what kind it is. */
const weights = { name: 100, alias: 92, facet: 100, sideFacet: 70, cardioFacet: 60 }

/** How much further up those come who are called exactly as was written. */
const calls = { name: 600, importedName: 350, alias: 350, withoutTools: 40 }

const prior = { staple: 150, leastStaple: 150, starter: 100, compound: 20, expert: -20, word: -4 }

export interface Entries {
  postings: ReadonlyMap<string, Postings>
  /** Every word that can be found, and how often it is there. */
  frequencies: ReadonlyMap<string, number>
  /** Two words in one, as some write them. */
  compounds: ReadonlyMap<string, readonly string[]>
  /** Who is called by these words, in any order, and how far up that takes them. */
  called: ReadonlyMap<string, readonly Call[]>
  /** All its names as one text, by its place. */
  names: readonly string[]
  /** How far up an exercise comes whatever is searched, by its place. */
  priors: Int16Array
  /** Whether it is stretching or rolling, by its place. */
  isStretch: Uint8Array
}

interface Call {
  place: number
  bonus: number
}

export const termOf = (facet: Facet) => `#${facet}`
/** Words in any order. */
export const bagOf = (words: readonly string[]) => words.toSorted().join(' ')

/** Reads all exercises, in slices, so that no request waits for the whole. */
export async function readEntries(exercises: readonly Searchable[]): Promise<Entries> {
  const labels: string[][][] = []
  await inSlices(exercises, ({ name, aliases }) => void labels.push([name, ...aliases].map(wordsOf)))
  const { frequencies, compounds } = await countWords(labels)
  const postings = postingsBuilder()
  const called = new Map<string, Call[]>()
  const names: string[] = []
  const priors = new Int16Array(exercises.length)
  const isStretch = new Uint8Array(exercises.length)

  function call(words: readonly string[], place: number, bonus: number): void {
    const bag = bagOf(words)
    const others = called.get(bag)
    if (others) others.push({ place, bonus })
    else called.set(bag, [{ place, bonus }])
  }

  await inSlices(exercises.entries(), ([place, exercise]) => {
    const terms = facetTerms(exercise)
    const tellingNames: string[][] = []
    for (const [at, label] of (labels[place] ?? []).entries()) {
      const words = label.flatMap(word => compounds.get(word) ?? word)
      const telling = usualWords(words)
      tellingNames.push(telling)
      for (const word of [...words, ...telling])
        if (!terms.has(word)) terms.set(word, at === 0 ? weights.name : weights.alias)
      const nameBonus = exercise.source === 'free-exercise-db' ? calls.importedName : calls.name
      call(telling, place, at === 0 ? nameBonus : calls.alias)
      const core = telling.filter(word => !isTool(word))
      if (core.length < telling.length) call(core, place, calls.withoutTools)
    }
    postings.add(place, terms)
    names.push(inRows(tellingNames))
    priors[place] = priorOf(exercise, labels[place]?.[0]?.length ?? 0)
    isStretch[place] = isStretching(exercise) ? 1 : 0
  })
  return { postings: await postings.finish(), frequencies, compounds, called, names, priors, isStretch }
}

/** Counts words and neighbours: `pull-up` is written `pullup`, too, and names differ in such things themselves. */
async function countWords(labels: readonly (readonly string[])[][]) {
  const frequencies = new Map<string, number>([...knownWords].map(word => [word, 0]))
  const pairs = new Map<string, { words: string[]; count: number }>()
  await inSlices(labels.flat(), words => {
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
  await inSlices(pairs, ([joined, { words, count }]) => {
    if (knownWords.has(joined) || (frequencies.get(joined) ?? 0) >= count) return
    compounds.set(joined, words)
  })
  await inSlices(compounds.keys(), joined => void frequencies.set(joined, pairs.get(joined)?.count ?? 0))
  return { frequencies, compounds }
}

function facetTerms({ category, equipment, primaryMuscles }: Searchable): Map<string, number> {
  const terms = new Map([[termOf(category), weights.facet]])
  // Who asks for a muscle or a machine rarely means to run.
  const isCardio = category === 'CARDIO'
  for (const item of equipment) terms.set(termOf(item), isCardio ? weights.cardioFacet : weights.facet)
  for (const [at, muscle] of primaryMuscles.entries())
    terms.set(termOf(muscle), isCardio ? weights.cardioFacet : at === 0 ? weights.facet : weights.sideFacet)
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
