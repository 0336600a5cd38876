import { editDistance } from './edit-distance.js'

/** Shorter names resemble too much that is not ours. */
const shortest = 8
const farthest = 2

/** The known name that another was probably meant to be, or undefined. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return known.find(
    candidate => candidate.length >= shortest && editDistance(candidate, upper, farthest) <= farthest,
  )
}
