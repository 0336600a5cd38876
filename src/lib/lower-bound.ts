/**
 * Returns the first index for which `isPast` is true, or `length` if there is none. Searches in logarithmic time, so
 * `isPast` must be true for all later indexes, too.
 */
export function lowerBound(length: number, isPast: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
