/** Splits a list into chunks whose total weight is at most `maxWeight`. A single item may weigh more. */
export function chunk<T>(items: readonly T[], maxWeight: number, weightOf: (item: T) => number): T[][] {
  const chunks: T[][] = []
  let weight = Infinity
  for (const item of items) {
    const own = weightOf(item)
    weight += own
    if (weight > maxWeight) {
      chunks.push([])
      weight = own
    }
    chunks.at(-1)?.push(item)
  }
  return chunks
}
