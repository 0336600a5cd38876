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
  const partCount = 2 * maxDistance + 1
  const start = (part: number) => Math.floor((part * candidate.length) / partCount)
  return Array.from({ length: partCount }, (_, part) => candidate.slice(start(part), start(part + 1))).some(
    part => name.includes(part),
  )
}
