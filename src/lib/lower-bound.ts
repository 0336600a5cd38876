/** Binary search: returns the first index for which `past` is true, or `length`. It must be true for all later ones. */
export function lowerBound(length: number, isPast: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
