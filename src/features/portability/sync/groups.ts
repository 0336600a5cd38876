/**
 * Limits of a group, which is written in one transaction. A transaction of many writes delays others, while each
 * transaction of a single write waits for the disk.
 */
const groupLimits = { operations: 25, sets: 1500 }

/** Divides operations into groups that are written in one transaction each. Keeps their order. */
export function groupOperations<Operation extends { sets: number }>(
  operations: readonly Operation[],
): Operation[][] {
  const groups: Operation[][] = []
  let sets = 0
  for (const operation of operations) {
    const last = groups.at(-1)
    sets += operation.sets
    if (last && last.length < groupLimits.operations && sets <= groupLimits.sets) last.push(operation)
    else {
      groups.push([operation])
      sets = operation.sets
    }
  }
  return groups
}

/** Groups adjacent items with the same key. An item with the key null is a group of its own. */
export function groupAdjacent<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const groups: Item[][] = []
  let last: unknown = null
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null && key === last) groups.at(-1)?.push(item)
    else groups.push([item])
    last = key
  }
  return groups
}
