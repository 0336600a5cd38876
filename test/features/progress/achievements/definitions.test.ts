import t from 'tap'
import { readDefinitions } from '../../../../src/features/progress/achievements/definitions.js'
import { locales } from '../../../../src/lib/locales.js'
import {
  countBreaks,
  longestRun,
  packWeeks,
  unpackWeeks,
} from '../../../../src/features/progress/achievements/weeks.js'

t.test('has a unique name for every achievement in every language', t => {
  const { all, texts } = readDefinitions()
  t.ok(all.some(({ isHidden }) => isHidden))
  for (const language of locales) {
    const names = all.map(({ key }) => texts[language].get(key)?.name)
    t.equal(new Set(names).size, all.length, language)
    for (const { key } of all) t.match(texts[language].get(key)?.description, /[.!?]$/, `${language} ${key}`)
  }
  for (const { key } of all) {
    const descriptions = locales.map(language => texts[language].get(key)?.description)
    t.equal(new Set(descriptions).size, locales.length, key)
  }
  t.end()
})

t.test('rejects invalid definitions', t => {
  const one = { key: 'one', kind: 'COUNT', counter: 'workouts', tiers: [1, 2] }
  const text = { name: 'One', description: 'One.' }
  const reading =
    (definitions: unknown, texts: Record<string, unknown> = {}) =>
    () =>
      readDefinitions(name => (name === 'achievements.json' ? definitions : (texts[name] ?? { one: text })))
  t.equal(reading([one])().all.length, 1)
  t.throws(reading([{ ...one, counter: 'nothing' }]), /achievements\.json is not/)
  t.throws(reading([{ ...one, kind: 'LUCK' }]), /achievements\.json is not/)
  t.throws(reading([{ ...one, tiers: [2, 2] }]), /tiers of one must be in ascending order/)
  t.throws(reading([{ ...one, isRepeatable: true }]), /one is repeatable, so it must have one tier/)
  t.throws(reading([one, one]), /has a duplicate key/)
  t.throws(reading([one], { 'de.json': {} }), /de\.json and achievements\.json differ in one/)
  t.throws(
    reading([one], { 'es.json': { one: text, two: text } }),
    /es\.json and achievements\.json differ in two/,
  )
  t.throws(reading([one], { 'en.json': { one: { name: 'One' } } }), /en\.json is not/)
  t.end()
})

t.test('computes streaks and breaks from packed weeks', t => {
  const weeks = new Map([
    [10, 1],
    [11, 3],
    [12, 4],
    [20, 3],
    [21, 1],
  ])
  const noPause = new Set<number>()
  t.equal(longestRun(weeks, 1, noPause), 3)
  t.equal(longestRun(weeks, 3, noPause), 2)
  t.equal(longestRun(weeks, 5, noPause), 0)
  t.equal(longestRun(weeks, 1, new Set([13, 14, 15, 16, 17, 18, 19])), 5, 'pauses connect weeks')
  t.equal(longestRun(weeks, 1, new Set([13, 14, 15, 16, 17, 18])), 3, 'one week is missing')
  t.equal(longestRun(weeks, 1, new Set([11])), 2, 'a paused week does not lengthen')
  t.equal(countBreaks(weeks, 7), 1)
  t.equal(countBreaks(weeks, 8), 0)
  t.equal(packWeeks(weeks), '10 1 3 4 0 0 0 0 0 0 0 3 1')
  t.same(unpackWeeks(packWeeks(weeks)), weeks)
  t.same(unpackWeeks(packWeeks(new Map())), new Map())
  t.end()
})
