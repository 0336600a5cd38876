/** Items in their order, as many together as do not weigh more than `most`; one alone may weigh more. */
export function chunk<T>(items: readonly T[], most: number, weigh: (item: T) => number): T[][] {
  const pieces: T[][] = []
  let weight = Infinity
  for (const item of items) {
    const own = weigh(item)
    weight += own
    if (weight > most) {
      pieces.push([])
      weight = own
    }
    pieces.at(-1)?.push(item)
  }
  return pieces
}
