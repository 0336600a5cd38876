import fc from 'fast-check'
import t from 'tap'
import { barbellWeights, dumbbellWeights } from '../../../../src/features/training/gyms/equipment-weights.js'
import type { GymEquipment } from '../../../../src/features/training/gyms/models.js'

const kg = (value: number) => ({ value, unit: 'KG' as const })
const equipment = (more: Partial<GymEquipment>): GymEquipment => ({
  bars: [{ name: 'Bar', load: kg(20) }],
  plates: [],
  dumbbells: [],
  steps: { machine: null, cable: null },
  ...more,
})

t.test('lists every weight of the lightest bar with pairs of plates', async t => {
  const gym = equipment({
    bars: [
      { name: 'Bar', load: kg(20) },
      { name: 'Light bar', load: kg(15) },
    ],
    plates: [
      { load: kg(10), count: 2 },
      { load: kg(1.25), count: 5 },
    ],
  })
  t.same(barbellWeights(gym, 'KG'), [15, 17.5, 20, 35, 37.5, 40])
  t.equal(barbellWeights(equipment({}), 'KG'), null, 'unknown without plates')
  t.equal(barbellWeights(equipment({ bars: [], plates: [{ load: kg(5), count: 2 }] }), 'KG'), null)
})

t.test('lists dumbbells once, in the unit of the enrollment', async t => {
  t.same(dumbbellWeights(equipment({ dumbbells: [kg(20), kg(10), kg(20)] }), 'KG'), [10, 20])
  t.same(
    dumbbellWeights(equipment({ dumbbells: [kg(10)] }), 'LB')?.map(value => value.toFixed(3)),
    ['22.046'],
    'unrounded',
  )
  t.equal(dumbbellWeights(equipment({}), 'KG'), null)
})

t.test('finds the same sums as trying every combination', async () => {
  const plates = fc.array(
    fc.record({ load: fc.integer({ min: 1, max: 40 }).map(half => kg(half / 2)), count: fc.nat(6) }),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(plates, plates => {
      let sums = new Set([20])
      for (const { load, count } of plates)
        for (let pair = 2; pair <= count; pair += 2)
          sums = new Set([...sums, ...[...sums].map(sum => sum + 2 * load.value)])
      const expected = [...sums].sort((left, right) => left - right)
      const found = barbellWeights(equipment({ plates }), 'KG')
      return JSON.stringify(found) === JSON.stringify(expected)
    }),
  )
})

t.test('bounds the work for the gym with the most combinations', async t => {
  const plates = Array.from({ length: 30 }, (_, index) => ({
    load: kg(1 + index * Math.PI),
    count: 100,
  }))
  const weights = barbellWeights(equipment({ plates }), 'KG') ?? []
  t.ok(weights.length > 10_000)
  t.ok(weights.length <= 150_001, 'at most one weight in each hundredth of a kilogram')
  t.ok(weights.every(weight => weight <= 1500))
})

t.test('computes the weights of a gym once in each unit', async t => {
  const gym = equipment({ plates: [{ load: kg(10), count: 2 }] })
  t.equal(barbellWeights(gym, 'KG'), barbellWeights(gym, 'KG'))
  t.not(barbellWeights(gym, 'KG'), barbellWeights(gym, 'LB'))
})
