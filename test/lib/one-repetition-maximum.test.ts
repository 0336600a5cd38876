import t from 'tap'
import { oneRepetitionMaximum } from '../../src/lib/one-repetition-maximum.js'

// Calculated by hand: Brzycki is load × 36 / (37 − r), Epley load × (1 + r / 30).
const table: [load: number, reps: number, rir: number | null, expected: number | null][] = [
  [100, 1, null, 100],
  [100, 1, 0, 100],
  [82.3, 1, 0, 82.3],
  [100, 1, 1, 3600 / 35],
  [70, 2, null, 72],
  [100, 5, null, 112.5],
  [99, 4, null, 108],
  [87.5, 2, null, 90],
  [140, 9, null, 180],
  [140, 5, 4, 180],
  [90, 10, null, 120],
  [90, 7, 3, 120],
  [100, 12, null, 140],
  [100, 15, null, 150],
  [100, 5, 10, 150],
  [100, 16, null, null],
  [100, 12, 4, null],
  [100, 0, null, null],
  [100, 0, 5, null],
  [0, 5, null, null],
]

t.test('estimates by the formulas', async t => {
  for (const [load, reps, rir, expected] of table) {
    const estimate = oneRepetitionMaximum(load, reps, rir)
    const what = `${load} × ${reps}, ${rir ?? 'nobody knows how many'} left`
    if (expected === null) t.equal(estimate, null, what)
    else t.ok(Math.abs((estimate ?? 0) / expected - 1) < 1e-15, `${what}: ${estimate}`)
  }
})

t.test('returns the load itself for one repetition', async t => {
  for (const load of [0.1, 61.7, 102.30000000000001, 225.00000000000003])
    t.equal(oneRepetitionMaximum(load, 1, 0), load)
})
