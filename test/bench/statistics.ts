/** The upper median. */
export const median = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? NaN

export interface Spread {
  median: number
  least: number
  greatest: number
}

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: median(samples),
  least: Math.min(...samples),
  greatest: Math.max(...samples),
})
