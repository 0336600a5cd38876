/** The first place of a sorted list for which `past` holds; it holds for all that follow. The length, if for none. */
export function lowerBound(length: number, past: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (past(middle)) high = middle
    else low = middle + 1
  }
  return low
}
