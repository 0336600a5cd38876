import t, { type Test } from 'tap'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { updateProfile } from './operations.js'

interface Updated {
  updateProfile: { user: { profile: Record<string, unknown> } }
}

async function profileOf(t: Test) {
  const app = await build(t, { settings: unlimited })
  const account = await signUp(app)
  const update = (profile: object) =>
    queryGraphQL<Updated>(app, updateProfile, { input: { profile } }, account)
  return {
    accepts: async (profile: object) => {
      const { data, errors } = await update(profile)
      t.notOk(errors, JSON.stringify(profile))
      t.match(data?.updateProfile.user.profile, profile)
    },
    refuses: async (profile: object, message: RegExp = /profile/) => {
      const response = await update(profile)
      t.equal(errorCodeOf(response), 'BAD_USER_INPUT', JSON.stringify(profile))
      t.match(response.errors?.[0]?.message, message)
    },
  }
}

t.test('accepts integer ages from 13 to 120 and frequencies from 1 to 7', async t => {
  const { accepts, refuses } = await profileOf(t)
  for (const age of [13, 120, null]) await accepts({ age })
  for (const age of [12, 121, 0, -20, 13.5, 1e10, '30', true]) await refuses({ age }, /age/)
  for (const frequency of [1, 7, null]) await accepts({ frequency })
  for (const frequency of [0, 8, -1, 2.5, '3']) await refuses({ frequency }, /frequency/)
})

t.test('keeps the unit of a height, and validates it in centimeters', async t => {
  const { accepts, refuses } = await profileOf(t)
  await accepts({ height: 50, heightUnit: 'CM' })
  await accepts({ height: 275, heightUnit: 'CM' })
  await accepts({ height: 70.5, heightUnit: 'IN' })
  await accepts({ height: 5.9, heightUnit: 'FT' })
  for (const height of [49.9, 275.1, 0, -180, 1e308]) await refuses({ height, heightUnit: 'CM' }, /height/)
  await refuses({ height: 180, heightUnit: 'IN' }, /height/)
  await refuses({ height: 9.1, heightUnit: 'FT' }, /height/)
  await refuses({ height: 1.6, heightUnit: 'FT' }, /height/)
})

t.test('keeps the unit of a weight, and validates it in kilograms', async t => {
  const { accepts, refuses } = await profileOf(t)
  await accepts({ weight: 20, weightUnit: 'KG' })
  await accepts({ weight: 650, weightUnit: 'KG' })
  await accepts({ weight: 82.55, weightUnit: 'KG' })
  await accepts({ weight: 1433, weightUnit: 'LB' })
  for (const weight of [19.99, 650.01, 0, -80]) await refuses({ weight, weightUnit: 'KG' }, /weight/)
  await refuses({ weight: 44, weightUnit: 'LB' }, /weight/)
  await refuses({ weight: 1434, weightUnit: 'LB' }, /weight/)
})

t.test('uses the previous unit for a value without a unit, CM or KG at first', async t => {
  const { accepts } = await profileOf(t)
  const metric = await profileOf(t)
  await metric.accepts({ height: 180, weight: 80 })
  await metric.accepts({ heightUnit: 'CM', weightUnit: 'KG' })
  await accepts({ heightUnit: 'FT', weightUnit: 'LB' })
  await accepts({ height: 6, weight: 176 })
  await accepts({ heightUnit: 'FT', weightUnit: 'LB' })
})

t.test('rejects null for the unit of a value', async t => {
  const { accepts, refuses } = await profileOf(t)
  await accepts({ weight: 176, weightUnit: 'LB' })
  await refuses({ weightUnit: null }, /weightUnit/)
  await refuses({ weight: 80, weightUnit: null }, /weightUnit/)
  await accepts({ weight: 176, weightUnit: 'LB' })
  await accepts({ weight: null, weightUnit: null })
  await accepts({ weight: 80, weightUnit: 'KG' })
  await accepts({ weight: null })
  await accepts({ weightUnit: 'KG' })
})

t.test('accepts only exact enum values', async t => {
  const { accepts, refuses } = await profileOf(t)
  const lists = {
    gender: ['MALE', 'FEMALE', 'OTHER', 'PREFER_NOT_TO_SAY'],
    goal: [
      'lose_weight',
      'build_muscle',
      'increase_strength',
      'improve_endurance',
      'general_fitness',
      'maintain_weight',
    ],
    heightUnit: ['CM', 'IN', 'FT'],
    weightUnit: ['KG', 'LB'],
    workoutSplit: ['full_body', 'upper_lower', 'push_pull_legs', 'bro_split', 'arnold_split', 'custom'],
    experience: ['beginner', 'intermediate', 'advanced'],
    onboardingStatus: ['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'SKIPPED'],
  }
  for (const [field, words] of Object.entries(lists)) {
    for (const word of words) await accepts({ [field]: word })
    const swapped = words[0] === words[0]?.toUpperCase() ? words[0]?.toLowerCase() : words[0]?.toUpperCase()
    for (const word of [swapped, '', 'toString', '__proto__', 0, true, [words[0], words[0]], {}])
      await refuses({ [field]: word }, new RegExp(field))
  }
})

t.test('removes duplicate muscles, and keeps the order', async t => {
  const { accepts, refuses } = await profileOf(t)
  await accepts({ muscleFocus: ['LATS', 'CHEST'] })
  await accepts({ muscleFocus: [] })
  for (const muscleFocus of [['ELBOW'], ['LATS', null], 'ELBOW', [['LATS']]])
    await refuses({ muscleFocus }, /muscleFocus/)

  const app = await build(t)
  const account = await signUp(app)
  const input = { profile: { muscleFocus: ['LATS', 'CHEST', 'LATS'] } }
  t.match(await queryGraphQL(app, updateProfile, { input }, account), {
    data: { updateProfile: { user: { profile: { muscleFocus: ['LATS', 'CHEST'] } } } },
  })
})
