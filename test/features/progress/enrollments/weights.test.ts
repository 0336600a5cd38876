import fc from 'fast-check'
import t from 'tap'
import { loadableWeights } from '../../../../src/features/progress/enrollments/progression/weights.js'
import type { Equipment } from '../../../../src/lib/exercise-vocabulary.js'
import { incrementIn } from '../../../../src/lib/load-rounding.js'
import { kg, lb } from './plans.js'

const exercise = (equipment: Equipment[]) => ({
  exerciseId: 'exercise',
  trackingType: 'WEIGHT_REPS' as const,
  equipment,
  increment: null,
})
const gym = (values: readonly number[]) => ({
  bars: [],
  plates: [],
  dumbbells: values.map(kg),
  steps: { machine: kg(7), cable: null },
})

t.test('finds the same weights of a gym as a search through the whole list', async () => {
  const values = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 900 }), (dumbbells, quarters) => {
      const conditions = { unit: 'KG' as const, equipment: gym(dumbbells), increments: [] }
      const weights = loadableWeights(conditions, exercise(['DUMBBELL']))
      const value = quarters / 4
      const ascending = [...dumbbells].sort((left, right) => left - right)
      const below = ascending.filter(weight => weight <= value)
      const above = ascending.filter(weight => weight >= value)
      const lightest = ascending[0]
      const distances = ascending.map(weight => Math.abs(weight - value))
      const nearest = ascending[distances.indexOf(Math.min(...distances))]
      return (
        weights.atOrBelow(value) === (below.at(-1) ?? lightest) &&
        weights.atOrAbove(value) === (above[0] ?? null) &&
        weights.nearest(value) === nearest &&
        weights.lighter(value) === (ascending.filter(weight => weight < value).at(-1) ?? lightest)
      )
    }),
  )
})

t.test('uses the steps of machines, and increments where the gym says nothing', async t => {
  const conditions = { unit: 'KG' as const, equipment: gym([]), increments: [] }
  const nearest = (...equipment: Equipment[]) => loadableWeights(conditions, exercise(equipment)).nearest(31)
  t.equal(nearest('MACHINE'), 28)
  t.equal(nearest('CABLE'), 30)
  t.equal(nearest('BARBELL'), 30)
  t.equal(nearest('EZ_CURL_BAR'), 30)
  const dips = { ...exercise(['MACHINE']), trackingType: 'BODYWEIGHT_REPS' as const }
  t.equal(loadableWeights(conditions, dips).nearest(31), 30, 'weight that is added to the body')
})

t.test('converts increments to those that are usual in the other unit', async t => {
  const pounds = [1, 1.25, 2, 2.5, 5, 10].map(value => incrementIn('LB', kg(value)))
  t.same(pounds, [2.5, 2.5, 5, 5, 10, 20])
  t.same(
    [2.5, 5, 10, 20].map(value => incrementIn('KG', lb(value))),
    [1.25, 2.5, 5, 10],
  )
  t.equal(incrementIn('LB', kg(4)), 10, '8.8 lb')
  t.equal(incrementIn('LB', kg(0.5)), 2.5, 'at least 2.5 lb')
  t.equal(incrementIn('KG', lb(15)), 6.25, '6.8 kg')
  t.equal(incrementIn('KG', lb(1)), 1.25)
  t.equal(incrementIn('KG', kg(3)), 3)
  t.same([incrementIn('KG', null), incrementIn('LB', null)], [2.5, 5])
})
