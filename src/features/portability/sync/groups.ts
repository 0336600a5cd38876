/**
 * Limits of a group, which is written in one transaction: each transaction waits for the disk, but a transaction of many
 * commands delays others. A batch of operations with one writer takes about as many commands as a single operation.
 */
const groupLimits = { batches: 25, sets: 5000 }

/**
 * Divides operations into groups that are written in one transaction each. Keeps their order.
 * @param keyOf the key of the batch to which adjacent operations belong; null for an operation that is a batch of its own
 */
export function groupOperations<Operation extends { sets: number }>(
  operations: readonly Operation[],
  keyOf: (operation: Operation) => unknown,
): Operation[][] {
  const groups: Operation[][] = []
  let batches = 0
  let sets = 0
  let lastKey: unknown = null
  for (const operation of operations) {
    const last = groups.at(-1)
    const key = keyOf(operation)
    if (key === null || key !== lastKey) batches++
    sets += operation.sets
    lastKey = key
    if (last && batches <= groupLimits.batches && sets <= groupLimits.sets) last.push(operation)
    else {
      groups.push([operation])
      batches = 1
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
