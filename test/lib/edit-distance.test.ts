import fc from 'fast-check'
import t from 'tap'
import { editDistance } from '../../src/lib/edit-distance.js'

t.test('counts an insertion, deletion, substitution or transposition as one edit', async t => {
  const distances: [string, string, number][] = [
    ['squat', 'squat', 0],
    ['squatt', 'squat', 1],
    ['squt', 'squat', 1],
    ['sguat', 'squat', 1],
    ['sqaut', 'squat', 1],
    ['qsuat', 'squat', 1],
    ['skwat', 'squat', 2],
    ['dumbel', 'dumbbell', 2],
    ['abcd', 'badc', 2],
    ['', 'abc', 3],
  ]
  for (const [one, other, distance] of distances) t.equal(editDistance(one, other, 5), distance, one)
})

t.test('is symmetric, and bounded by its limit', async t => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(words, words, fc.nat(8), (one, other, limit) => {
      const distance = editDistance(one, other, 8)
      t.equal(editDistance(other, one, 8), distance)
      t.equal(Math.min(editDistance(one, other, limit), limit + 1), Math.min(distance, limit + 1))
    }),
  )
})
