import fc from 'fast-check'
import t from 'tap'
import { nearestWords, sortWords } from '../../../../src/features/training/exercises/search/nearest-words.js'
import { editDistance } from '../../../../src/lib/edit-distance.js'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })

t.test('finds the same words as a comparison with every word', async () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, fc.nat(3), (words, written, most) => {
      const { words: found, distance } = nearestWords(sortWords([...words]), written, most)
      const distances = words.map(other => editDistance(written, other, 9))
      const least = Math.min(most, ...distances)
      const expected = words.filter((_, at) => distances[at] === least).sort()
      return distance === least && found.join() === expected.join()
    }),
  )
})

t.test('counts an insertion, deletion, substitution or transposition as one edit', async t => {
  const vocabulary = sortWords(['squat', 'squash', 'quad', 'quarter', 'press', 'pressdown'])
  const near = (written: string) => nearestWords(vocabulary, written, 2)
  for (const written of ['squatt', 'squt', 'sguat', 'sqaut', 'qsuat'])
    t.strictSame(near(written), { words: ['squat'], distance: 1 }, written)
  t.strictSame(near('squa'), { words: ['squat'], distance: 1 })
  t.strictSame(near('press'), { words: ['press'], distance: 0 })
  t.strictSame(near('skwash'), { words: ['squash'], distance: 2 })
  t.strictSame(near('xyzzy'), { words: [], distance: 2 })
  t.strictSame(near('pressdownandon'), { words: [], distance: 2 })
})
