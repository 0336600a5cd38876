/**
 * Returns the optimal string alignment distance: the number of substitutions, insertions, deletions and swaps of
 * adjacent letters between two words. If it exceeds `limit`, returns any larger number.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = one[row - 1] === other[column - 1] ? 0 : 1
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + changed,
        isSwapped ? at(beforeLast, column - 2) + 1 : Infinity,
      )
    }
    // A swap refers to the row before the last one.
    if (Math.min(...current) > limit && Math.min(...last) >= limit) return limit + 1
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Infinity
