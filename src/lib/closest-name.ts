import { editDistance } from './edit-distance.js'

/** Shorter names resemble too much that is not ours: only their case may differ. */
const minLength = 8
const maxDistance = 2

/** The known name that another was probably meant to be, or undefined. */
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

/** A change spoils two neighbouring pieces at most, so that of so many one stays whole. Quick to find out. */
function shareChunk(candidate: string, name: string): boolean {
  const pieces = 2 * maxDistance + 1
  const start = (piece: number) => Math.floor((piece * candidate.length) / pieces)
  return Array.from({ length: pieces }, (_, piece) => candidate.slice(start(piece), start(piece + 1))).some(
    piece => name.includes(piece),
  )
}
