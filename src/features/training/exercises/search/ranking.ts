import type { Yielder } from '../../../../lib/event-loop.js'

/** The positions of the matching exercises in the catalogue, the best match first, with their scores. */
export interface Matches {
  positions: Uint32Array
  /** Whole numbers, because cursors contain scores and have to be valid on every instance. */
  scores: Int16Array
}

export const noMatches: Matches = { positions: new Uint32Array(), scores: new Int16Array() }

const maxScore = 32_767
/** The number of positions between two pauses. */
const pauseInterval = 500

/** Sorts the positions that have a score by descending score, then by position. */
export async function rankMatches(
  count: number,
  scoreOf: (position: number) => number | undefined,
  pause: Yielder,
): Promise<Matches> {
  // Sorting numbers that combine score and position is ten times as fast as sorting with a comparator.
  const keys = new Float64Array(count)
  let found = 0
  for (let position = 0; position < count; position++) {
    const score = scoreOf(position)
    if (score !== undefined) keys[found++] = (maxScore - score) * count + position
    if (position % pauseInterval === 0) await pause()
  }
  const order = keys.subarray(0, found).sort()
  const [positions, scores] = [new Uint32Array(found), new Int16Array(found)]
  for (const [index, key] of order.entries()) {
    positions[index] = key % count
    scores[index] = maxScore - Math.floor(key / count)
  }
  return { positions, scores }
}
