import type { Yielder } from '../../../../lib/event-loop.js'

/** Exercises that match, by their places in the catalogue, the best one first, and how well each does. */
export interface Matches {
  places: Uint32Array
  /** Whole numbers: the last digits differ between instances, and cursors go from one to another. */
  scores: Int16Array
}

export const noMatches: Matches = { places: new Uint32Array(), scores: new Int16Array() }

const highest = 32_767
/** Places between two pauses. */
const often = 500

/** The places that have a score, the highest first, then as they come. */
export async function rankMatches(
  count: number,
  scoreOf: (place: number) => number | undefined,
  pause: Yielder,
): Promise<Matches> {
  // Numbers in which the score comes before the place sort ten times as quickly as anything else.
  const keys = new Float64Array(count)
  let found = 0
  for (let place = 0; place < count; place++) {
    const score = scoreOf(place)
    if (score !== undefined) keys[found++] = (highest - score) * count + place
    if (place % often === 0) await pause()
  }
  const order = keys.subarray(0, found).sort()
  const [places, scores] = [new Uint32Array(found), new Int16Array(found)]
  for (const [at, key] of order.entries()) {
    places[at] = key % count
    scores[at] = highest - Math.floor(key / count)
  }
  return { places, scores }
}
