/** A transaction of many writes holds others up, one of a single write waits for the disk by itself. */
const groupSize = 25
/** What a group weighs at most, in sets: about what a heavy workout has, ten times. */
const groupSets = 1500

/** Operations in their order, in groups that are each one transaction. */
export function inGroups<Operation extends { sets: number }>(
  operations: readonly Operation[],
): Operation[][] {
  const groups: Operation[][] = []
  let sets = 0
  for (const operation of operations) {
    const last = groups.at(-1)
    sets += operation.sets
    if (last && last.length < groupSize && sets <= groupSets) last.push(operation)
    else {
      groups.push([operation])
      sets = operation.sets
    }
  }
  return groups
}

/** Runs of items that follow each other and have the same key; null is a key of nobody else. */
export function runsOf<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const runs: Item[][] = []
  let last: unknown = null
  for (const item of items) {
    const key = keyOf(item)
    if (key !== null && key === last) runs.at(-1)?.push(item)
    else runs.push([item])
    last = key
  }
  return runs
}
