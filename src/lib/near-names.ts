/** Shorter names resemble too much that is not ours. */
const shortest = 8
const farthest = 2

/** The known name that another was probably meant to be, or undefined. */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase()
  return known.find(
    candidate =>
      candidate.length >= shortest &&
      Math.abs(candidate.length - upper.length) <= farthest &&
      editDistance(candidate, upper) <= farthest,
  )
}

/** The fewest letters that have to be put in, left out or replaced (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [line, letter] of from.split('').entries()) {
    const next = [line + 1]
    for (const [at, other] of to.split('').entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
