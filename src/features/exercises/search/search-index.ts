import { LRUCache } from 'lru-cache'
import { unavailable } from '../../../errors.js'
import { seconds } from '../../../lib/quantities.js'
import { inOrder, pauses, type Pause } from '../../../lib/turns.js'
import { dictionary } from './dictionary.js'
import { bagOf, readEntries, termOf, type Searchable } from './entries.js'
import { meaningfulWords, meaningOf, usualWords, type Facet } from './gym-words.js'
import { forEachPosting } from './postings.js'
import { nothing, ranked, type Matches } from './ranking.js'
import { partInRow, rowsOf } from './rows.js'
import { wordsOf } from './words.js'

const maxWords = 8
/** After which nobody waits for an answer any more, in milliseconds. */
const longestWait = 10 * seconds
/** All matches of all searches that are remembered. */
const rememberedMatches = 500_000

/** How well a term fits a word that was written, in percent. */
const fit = { same: 100, beginning: 94, nameOfFacet: 60, facet: 100, beginningOfFacet: 80 }
/** Beginnings that are shorter count for the last word alone: nobody stops so early in the midst. */
const shortestBeginning = 3
/** What words in a row are better than the same words anywhere. */
const rowBonus = 60
/** What stretching and rolling fall behind by where nobody asked for them: more than anything else counts. */
const stretchFall = 3000

/** Finds exercises, which come in the order of their names, by the words that people use for them. */
export async function searchIndex(exercises: readonly Searchable[]) {
  const entries = await readEntries(exercises)
  const words = await dictionary(entries.frequencies, entries.compounds)
  const count = exercises.length
  // A search is done before the next one begins: they share what they write on.
  const [sums, matched, best] = [new Uint16Array(count), new Uint8Array(count), new Uint8Array(count)]
  const inTurn = inOrder(longestWait, () =>
    unavailable('Too many searches at once. Try again in a moment.', 1),
  )

  async function readSearch(written: readonly string[], pause: Pause): Promise<string[]> {
    const meant: string[] = []
    for (const word of written) {
      const corrected = words.corrected(word)
      meant.push(...(entries.compounds.get(corrected) ?? [corrected]))
      await pause()
    }
    return [...new Set(usualWords(meant))].slice(0, maxWords)
  }

  function take(term: string, percent: number): boolean {
    const postings = entries.postings.get(term)
    if (!postings) return false
    forEachPosting(postings, (place, weight) => {
      const value = Math.round((percent * weight) / 100)
      if (value > (best[place] ?? 0)) best[place] = value
    })
    return true
  }

  /** How well each exercise fits one word, in `best`. False: nothing has it. */
  async function fitWord(word: string, facets: readonly Facet[], isLast: boolean, pause: Pause) {
    best.fill(0)
    const meaning = meaningOf(word)
    const asName = meaning.length > 0 ? fit.nameOfFacet : fit.same
    let found = take(word, asName)
    if (isLast || word.length >= shortestBeginning)
      for (const longer of words.beginningWith(word)) {
        if (longer !== word) found = take(longer, (fit.beginning * asName) / 100) || found
        await pause()
      }
    const ofFacet = meaning.length > 0 ? fit.facet : fit.beginningOfFacet
    for (const facet of facets) found = take(termOf(facet), ofFacet) || found
    return found
  }

  async function search(written: readonly string[]): Promise<Matches> {
    const pause = pauses()
    const telling = await readSearch(written, pause)
    sums.fill(0)
    matched.fill(0)
    const found: string[] = []
    let asksForStretch = false
    for (const [at, word] of telling.entries()) {
      const facets = facetsMeant(word)
      asksForStretch ||= facets.includes('STRETCHING') || facets.includes('FOAM_ROLL')
      if (!(await fitWord(word, facets, at === telling.length - 1, pause))) continue
      found.push(word)
      for (const [place, value] of best.entries()) {
        if (value === 0) continue
        sums[place] = (sums[place] ?? 0) + value
        matched[place] = (matched[place] ?? 0) + 1
      }
      await pause()
    }
    const fitting = found.length
    if (fitting === 0) return nothing

    // Better something that has some of the words than nothing at all.
    const demanded = matched.includes(fitting) ? fitting : 1
    const rows = rowsOf(found)
    const called = entries.called.get(bagOf(found)) ?? []
    const bonuses = new Map(
      called.toSorted((a, b) => a.bonus - b.bonus).map(call => [call.place, call.bonus]),
    )
    return ranked(
      count,
      place => {
        if ((matched[place] ?? 0) < demanded) return undefined
        const fits = Math.round(((sums[place] ?? 0) * 10) / fitting)
        const inRow = partInRow(rows, entries.names[place] ?? '')
        const better = Math.round(inRow * (Math.max(0, 1000 - fits) + rowBonus))
        const falls = entries.isStretch[place] === 1 && !asksForStretch
        const bonus = (bonuses.get(place) ?? 0) - (falls ? stretchFall : 0)
        return fits + better + bonus + (entries.priors[place] ?? 0)
      },
      pause,
    )
  }

  // The pages of one search are asked for one after the other, and often by several at once.
  const remembered = new LRUCache<string, Matches>({
    maxSize: rememberedMatches,
    sizeCalculation: ({ places }) => places.length + 1,
  })
  return async (text: string): Promise<Matches> => {
    const written = [...new Set(wordsOf(text))].slice(0, maxWords)
    if (written.length === 0) return nothing
    const key = written.join(' ')
    return (
      remembered.get(key) ??
      inTurn(async () => {
        const matches = remembered.get(key) ?? (await search(written))
        remembered.set(key, matches)
        return matches
      })
    )
  }
}

/** What a word stands for, or what those stand for that begin with it. */
function facetsMeant(word: string): readonly Facet[] {
  const meaning = meaningOf(word)
  if (meaning.length > 0 || word.length < shortestBeginning) return meaning
  const longer = [...meaningfulWords].filter(([other]) => other.startsWith(word))
  return [...new Set(longer.flatMap(([, facets]) => facets))]
}
