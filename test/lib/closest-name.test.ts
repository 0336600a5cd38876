import t from 'tap'
import { editDistance } from '../../src/lib/edit-distance.js'
import { closestName } from '../../src/lib/closest-name.js'

const known = ['PORT', 'HMAC_SECRET', 'REDIS_URL', 'MAX_HEAP_USED']

/** Returns all names with one letter changed, added, omitted or swapped. */
const changed = (name: string): string[] =>
  Array.from(name).flatMap((letter, at) => {
    const [before, after] = [name.slice(0, at), name.slice(at + 1)]
    return [`${before}?${after}`, `${before}?${letter}${after}`, before + after].concat(
      after === '' ? [] : `${before}${after[0]}${letter}${after.slice(1)}`,
    )
  })

t.test('finds a name with at most two edits', async t => {
  for (const name of known.slice(1)) {
    const mismatches = changed(name)
      .flatMap(changed)
      .filter(other => editDistance(name, other, 2) <= 2 !== (closestName(other, known) === name))
    t.strictSame(mismatches, [], name)
  }
  t.equal(closestName('hmac_secrte', known), 'HMAC_SECRET')
})

t.test('finds no name for short names and names with three edits', async t => {
  t.equal(closestName('PORTS', known), undefined)
  t.equal(closestName('prot', known), undefined)
  t.equal(closestName('?MA?_SEC?ET', known), undefined)
})

t.test('finds a short name in another case', async t => {
  for (const name of ['port', 'Port', 'pORT']) t.equal(closestName(name, known), 'PORT', name)
})
