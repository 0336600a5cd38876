import type { Pause } from '../../../lib/turns.js'
import { dictionary } from './dictionary.js'
import { bagOf, readEntries, termOf, type Searchable } from './entries.js'
import { meaningOf, type Facet } from './gym-words.js'
import { forEachPosting } from './postings.js'
import { ranked, type Matches } from './ranking.js'
import { partInRow, rowsOf } from './rows.js'

/** How well a term fits a word that was written, in percent. */
const fit = { same: 100, beginning: 94, nameOfFacet: 60, facet: 100, beginningOfFacet: 80 }
/** Beginnings that are shorter count for the last word alone: nobody stops so early in the midst. */
export const shortestBeginning = 3
/** What words in a row are better than the same words anywhere. */
const rowBonus = 60
/** What stretching and rolling fall behind by where nobody asked for them: more than anything else counts. */
const stretchFall = 3000

/** A word of a search, and what it stands for. */
export interface Asked {
  word: string
  facets: readonly Facet[]
}

/** How well each exercise fits the words of a search. */
export interface Tally {
  /** The words that any of them has. */
  found: ReadonlySet<string>
  /** By their places: how well the words fit, added up, and how many do. */
  sums: Uint16Array
  matched: Uint8Array
}

/** What a search goes by, which may be of several indexes together. */
export interface Demand {
  /** Words that anything has, in the order in which they were written. */
  found: readonly string[]
  /** How many of them have to fit. */
  atLeast: number
  asksForStretch: boolean
}

/** The words of exercises, which come in the order of their names. */
export async function wordIndex(exercises: readonly Searchable[]) {
  const entries = await readEntries(exercises)
  const words = await dictionary(entries.frequencies, entries.compounds)
  const count = exercises.length

  /** Notes in `best` how well a term fits those that have it. */
  function take(best: Uint8Array, term: string, percent: number): boolean {
    const postings = entries.postings.get(term)
    if (!postings) return false
    forEachPosting(postings, (place, weight) => {
      const value = Math.round((percent * weight) / 100)
      if (value > (best[place] ?? 0)) best[place] = value
    })
    return true
  }

  /** How well each exercise fits one word, in `best`. False: nothing has it. */
  async function fitWord(best: Uint8Array, { word, facets }: Asked, isLast: boolean, pause: Pause) {
    best.fill(0)
    const meaning = meaningOf(word)
    const asName = meaning.length > 0 ? fit.nameOfFacet : fit.same
    let found = take(best, word, asName)
    if (isLast || word.length >= shortestBeginning)
      for (const longer of words.beginningWith(word)) {
        if (longer !== word) found = take(best, longer, (fit.beginning * asName) / 100) || found
        await pause()
      }
    const ofFacet = meaning.length > 0 ? fit.facet : fit.beginningOfFacet
    for (const facet of facets) found = take(best, termOf(facet), ofFacet) || found
    return found
  }

  return {
    compounds: entries.compounds,
    knows: words.knows,
    corrected: words.corrected,

    async tally(asked: readonly Asked[], pause: Pause): Promise<Tally> {
      const [sums, matched, best] = [new Uint16Array(count), new Uint8Array(count), new Uint8Array(count)]
      const found = new Set<string>()
      for (const [at, one] of asked.entries()) {
        if (!(await fitWord(best, one, at === asked.length - 1, pause))) continue
        found.add(one.word)
        for (let place = 0; place < count; place++) {
          const value = best[place] ?? 0
          if (value === 0) continue
          sums[place] = (sums[place] ?? 0) + value
          matched[place] = (matched[place] ?? 0) + 1
        }
        await pause()
      }
      return { found, sums, matched }
    },

    rank(
      { sums, matched }: Tally,
      { found, atLeast, asksForStretch }: Demand,
      pause: Pause,
    ): Promise<Matches> {
      const rows = rowsOf(found)
      const called = entries.called.get(bagOf(found)) ?? []
      const bonuses = new Map(
        called.toSorted((a, b) => a.bonus - b.bonus).map(call => [call.place, call.bonus]),
      )
      return ranked(
        count,
        place => {
          if ((matched[place] ?? 0) < atLeast) return undefined
          const fits = Math.round(((sums[place] ?? 0) * 10) / found.length)
          const inRow = partInRow(rows, entries.names[place] ?? '')
          const better = Math.round(inRow * (Math.max(0, 1000 - fits) + rowBonus))
          const falls = entries.isStretch[place] === 1 && !asksForStretch
          const bonus = (bonuses.get(place) ?? 0) - (falls ? stretchFall : 0)
          return fits + better + bonus + (entries.priors[place] ?? 0)
        },
        pause,
      )
    },
  }
}

export type WordIndex = Awaited<ReturnType<typeof wordIndex>>
