/**
 * Creates a generator of whole numbers from 0 to below a limit. A run can be repeated with its seed.
 */
export function seededRandom(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return below === 0 ? 0 : Math.floor((state / 2 ** 32) * below)
  }
}
