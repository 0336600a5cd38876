import { forEachYielding } from '../../../../lib/event-loop.js'

/** The number of bits for a weight, which is at most 100. */
const weightBits = 7

/** The positions in the catalogue of the exercises that have a term, each with the weight of the term. */
export type Postings = Uint32Array

export function forEachPosting(postings: Postings, visit: (position: number, weight: number) => void): void {
  for (const posting of postings) visit(posting >>> weightBits, posting & ((1 << weightBits) - 1))
}

/** Collects the terms of exercises one by one. */
export function postingsBuilder() {
  const all = new Map<string, number[]>()

  return {
    add(position: number, weights: ReadonlyMap<string, number>): void {
      for (const [term, weight] of weights) {
        const posting = (position << weightBits) | weight
        const others = all.get(term)
        if (others) others.push(posting)
        else all.set(term, [posting])
      }
    },

    async finish(): Promise<ReadonlyMap<string, Postings>> {
      const finished = new Map<string, Postings>()
      await forEachYielding(all, ([term, postings]) => void finished.set(term, Uint32Array.from(postings)))
      return finished
    },
  }
}
