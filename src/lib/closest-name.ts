import { editDistance } from './edit-distance.js'

/** Shorter names are similar to many unrelated names, so for them only the case may differ. */
const minLength = 8
const maxDistance = 2

/** Returns the known name that a misspelled name probably stands for, or undefined. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return names.find(
    candidate =>
      candidate === upper ||
      (candidate.length >= minLength &&
        // Each edit changes the length by at most one. This check is much cheaper than the next ones.
        Math.abs(candidate.length - upper.length) <= maxDistance &&
        shareChunk(candidate, upper) &&
        editDistance(candidate, upper, maxDistance) <= maxDistance),
  )
}

/**
 * A quick check before the edit distance is computed. Each edit affects at most two adjacent chunks of a name, so one of
 * `2 × maxDistance + 1` chunks must be unchanged.
 */
function shareChunk(candidate: string, name: string): boolean {
  const chunkCount = 2 * maxDistance + 1
  const start = (index: number) => Math.floor((index * candidate.length) / chunkCount)
  const chunks = Array.from({ length: chunkCount }, (_, index) =>
    candidate.slice(start(index), start(index + 1)),
  )
  return chunks.some(chunk => name.includes(chunk))
}
