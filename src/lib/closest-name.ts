import { editDistance } from './edit-distance.js'

/** Shorter names are similar to many unrelated names, so for them only the case may differ. */
const minLength = 8
const maxDistance = 2

/** Returns the known name that a misspelled name probably stands for, or undefined. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return known.find(
    candidate =>
      candidate === upper ||
      (candidate.length >= minLength &&
        shareChunk(candidate, upper) &&
        editDistance(candidate, upper, maxDistance) <= maxDistance),
  )
}

/**
 * A quick check before the edit distance is computed. Each edit affects at most two adjacent chunks of a name, so one of
 * `2 × maxDistance + 1` chunks must be unchanged.
 */
function shareChunk(candidate: string, name: string): boolean {
  const pieces = 2 * maxDistance + 1
  const start = (piece: number) => Math.floor((piece * candidate.length) / pieces)
  return Array.from({ length: pieces }, (_, piece) => candidate.slice(start(piece), start(piece + 1))).some(
    piece => name.includes(piece),
  )
}
