/** Returns the list with the item at a position moved to another one. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const result = [...items]
  result.splice(to, 0, ...result.splice(from, 1))
  return result
}
