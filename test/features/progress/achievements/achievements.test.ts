import { print } from 'graphql'
import t from 'tap'
import {
  AchievementsScreenDocument,
  type AchievementsScreenQuery,
} from '../../../../generated/operations/example.js'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { exportOf } from '../../portability/exports/exports.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  lb,
  newId,
  remove,
  save,
  type Input,
} from '../../training/workouts/workouts.js'

const now = new Date('2026-05-01T12:00:00.000Z')

interface Shown {
  key: string
  name: string
  kind: string
  isHidden: boolean
  isRepeatable: boolean
  tiers: { value: number; earnedAt: string | null }[]
  progress: { value: number; target: number }
  earnedAt: string | null
  timesEarned: number
}

const fields =
  'key name description kind isHidden isRepeatable tiers { value earnedAt } progress { value target } earnedAt timesEarned'

async function achievements(app: App, user: TestUser): Promise<Map<string, Shown>> {
  const { data, errors } = await queryGraphQL<{ achievements: Shown[] | null }>(
    app,
    `{ achievements { ${fields} } }`,
    {},
    user,
  )
  if (!data?.achievements) throw new Error(JSON.stringify(errors))
  return new Map(data.achievements.map(one => [one.key, one]))
}

/** Reads the keys of the earned achievements. */
async function earned(app: App, user: TestUser): Promise<string[]> {
  const { data } = await queryGraphQL<{ me: { achievements: Shown[] } }>(
    app,
    `{ me { achievements { ${fields} } } }`,
    {},
    user,
  )
  return data!.me.achievements.map(({ key }) => key)
}

t.test('achievements', async t => {
  const { app, bench, pullUp } = await buildWithExercises(t, () => now)
  const workout = (startedAt: string, sets = 1, more: Input = {}) =>
    completed({
      startedAt,
      endedAt: new Date(Date.parse(startedAt) + 3_600_000).toISOString(),
      timezone: 'UTC',
      exercises: [
        entry(
          bench,
          Array.from({ length: sets }, () => done({ completedAt: startedAt, load: kg(100), reps: 5 })),
        ),
      ],
      ...more,
    })
  const saved = async (user: TestUser, ...inputs: (Input & { id: string })[]) => {
    for (const input of inputs) t.match(await save(app, user, input), { conflict: null })
  }

  t.test(
    'lists more than thirty achievements of every kind, some with tiers and some repeatable',
    async t => {
      const all = [...(await achievements(app, await signUp(app))).values()]
      t.ok(all.length >= 30, `${all.length}`)
      t.same([...new Set(all.map(({ kind }) => kind))].sort(), [
        'COUNT',
        'DATE',
        'RECORD',
        'SEQUENCE',
        'TIME',
        'VOLUME',
      ])
      t.ok(all.some(({ isRepeatable }) => isRepeatable))
      t.ok(all.some(({ tiers }) => tiers.length > 1))
      t.ok(all.every(one => !one.isHidden && one.timesEarned === 0 && one.earnedAt === null))
    },
  )

  t.test('earns achievements when the first workout is completed', async t => {
    const user = await signUp(app)
    const input = workout('2026-04-14T10:00:00.000Z', 2)
    await saved(user, { ...input, endedAt: null })
    t.same(await earned(app, user), [])
    await saved(user, { ...input, expectedVersion: 1 })
    t.same((await earned(app, user)).sort(), ['bench_press_load', 'first_workout', 'volume'])
    const all = await achievements(app, user)
    t.match(all.get('first_workout'), {
      earnedAt: now.toISOString(),
      timesEarned: 1,
      tiers: [{ value: 1, earnedAt: now.toISOString() }],
    })
    t.match(all.get('workouts'), { timesEarned: 0, progress: { value: 1, target: 10 } })
    t.match(all.get('volume'), { timesEarned: 1, progress: { value: 1000, target: 10_000 } })
    t.match(all.get('exercises_tried'), { progress: { value: 1, target: 5 } })
  })

  t.test('counts at most six hours of a workout whose end was forgotten', async t => {
    const user = await signUp(app)
    const startedAt = '2026-04-14T10:00:00.000Z'
    await saved(user, workout(startedAt, 1, { endedAt: '2026-04-17T10:00:00.000Z' }))
    t.match((await achievements(app, user)).get('hours'), { progress: { value: 6 } })
  })

  t.test('keeps earned achievements and earns none twice', async t => {
    const user = await signUp(app)
    const input = workout('2026-01-01T10:00:00.000Z')
    const times = async () => (await achievements(app, user)).get('new_year')
    await saved(user, input, input)
    t.match(await times(), { timesEarned: 1, progress: { value: 1, target: 2 } })
    await saved(user, workout('2026-01-01T15:00:00.000Z'))
    t.match(await times(), { timesEarned: 1 }, 'counts a day with two workouts once')
    await remove(app, user, input.id)
    const again = workout('2026-01-01T10:00:00.000Z')
    await saved(user, again)
    t.match(await times(), { timesEarned: 1 })
    await saved(user, workout('2025-01-01T10:00:00.000Z'))
    t.match(await times(), { timesEarned: 2, earnedAt: now.toISOString() })
    await remove(app, user, again.id)
    t.match(await times(), { timesEarned: 2 })
  })

  t.test('evaluates times and dates in the time zone of the workout', async t => {
    const user = await signUp(app)
    // 05:00 on January 1 in Tokyo, which is still December 31 in UTC.
    await saved(user, workout('2025-12-31T20:00:00.000Z', 1, { timezone: 'Asia/Tokyo' }))
    t.same((await earned(app, user)).sort(), ['bench_press_load', 'early_bird', 'first_workout', 'new_year'])
  })

  t.test('earns milestones of strength, in kilograms and in percent of the body weight', async t => {
    const user = await signUp(app)
    const lift = (startedAt: string, load: object, fields: Input = {}) =>
      saved(
        user,
        workout(startedAt, 1, {
          exercises: [entry(bench, [done({ completedAt: startedAt, load, reps: 1, ...fields })])],
        }),
      )
    const tiersOf = async (key: string) =>
      (await achievements(app, user))
        .get(key)!
        .tiers.filter(({ earnedAt }) => earnedAt)
        .map(({ value }) => value)
    await lift('2026-04-01T10:00:00.000Z', lb(135))
    t.same(await tiersOf('bench_press_load'), [60])
    t.same(await tiersOf('bench_press_body_weight'), [], 'the body weight is unknown')
    const { errors } = await queryGraphQL(
      app,
      'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { conflict } }',
      { input: { profile: { weight: 70, weightUnit: 'KG' } } },
      user,
    )
    t.notOk(errors)
    await lift('2026-04-02T10:00:00.000Z', kg(105))
    await lift('2026-04-03T10:00:00.000Z', kg(180), { type: 'FORCED' })
    await lift('2026-04-04T10:00:00.000Z', kg(180), { type: 'WARMUP' })
    t.same(await tiersOf('bench_press_load'), [60, 100])
    t.same(await tiersOf('bench_press_body_weight'), [50, 100, 150])
    t.same(await tiersOf('squat_load'), [])
    t.match((await achievements(app, user)).get('bench_press_body_weight'), {
      progress: { value: 150, target: 200 },
    })
  })

  t.test('does not break a streak in paused weeks', async t => {
    const user = await signUp(app)
    for (const day of ['2026-03-02', '2026-03-09', '2026-03-16'])
      await saved(user, workout(`${day}T10:00:00.000Z`))
    const { errors } = await queryGraphQL(
      app,
      'mutation($input: PauseInput!) { savePause(input: $input) { conflict } }',
      { input: { id: newId(), from: '2026-03-23', to: '2026-03-29', reason: 'HOLIDAY' } },
      user,
    )
    t.notOk(errors)
    await saved(user, workout('2026-03-30T10:00:00.000Z'))
    const streak = (await achievements(app, user)).get('week_streak')!
    t.equal(streak.progress.value, 4)
  })

  t.test('counts consecutive weeks regardless of the order of saving', async t => {
    const user = await signUp(app)
    for (const day of ['2026-03-30', '2026-04-13', '2026-03-23', '2026-04-06'])
      await saved(user, workout(`${day}T10:00:00.000Z`))
    t.match((await achievements(app, user)).get('week_streak'), {
      timesEarned: 2,
      progress: { value: 4, target: 8 },
    })
  })

  t.test('counts improved records, and fewer after a change in the past', async t => {
    const user = await signUp(app)
    const heavier = workout('2026-04-15T10:00:00.000Z', 1, {
      exercises: [entry(bench, [done({ completedAt: '2026-04-15T10:00:00.000Z', load: kg(110), reps: 5 })])],
    })
    await saved(user, workout('2026-04-14T10:00:00.000Z'), heavier)
    // The load, the estimate and the volume.
    t.match((await achievements(app, user)).get('records'), { progress: { value: 3, target: 10 } })
    t.ok((await earned(app, user)).includes('first_record'))
    await remove(app, user, heavier.id)
    t.match((await achievements(app, user)).get('records'), { progress: { value: 0 } })
    t.ok((await earned(app, user)).includes('first_record'))
  })

  t.test('lists hidden achievements once they are earned', async t => {
    const user = await signUp(app)
    t.notOk((await achievements(app, user)).has('leap_day'))
    await saved(user, workout('2024-02-29T10:00:00.000Z'))
    t.match((await achievements(app, user)).get('leap_day'), { isHidden: true, timesEarned: 1 })
    t.notOk((await achievements(app, await signUp(app))).has('leap_day'))
  })

  t.test('uses the chosen language, or else that of the request', async t => {
    const user = await signUp(app)
    const firstIn = async (language: string) => {
      const headers = { ...user.headers, 'accept-language': language }
      return (await achievements(app, { ...user, headers })).get('first_workout')?.name
    }
    t.equal(await firstIn('fr'), 'First Step')
    t.equal(await firstIn('de-AT,en;q=0.5'), 'Der erste Schritt')
    await queryGraphQL(app, 'mutation { updateProfile(input: { locale: es }) { conflict } }', {}, user)
    t.equal(await firstIn('de'), 'El primer paso')
  })

  t.test('hides achievements from other users', async t => {
    const [user, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
    await saved(user, workout('2026-04-14T10:00:00.000Z'))
    t.same(await earned(app, admin), [])
    const { errors } = await queryGraphQL(app, '{ achievements { key } }')
    t.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED')
  })

  t.test('shows earned achievements and their progress on the screen of achievements', async t => {
    const account = await signUp(app)
    await saved(account, workout('2026-04-14T10:00:00.000Z'), workout('2026-04-16T10:00:00.000Z'))
    const { data } = await queryGraphQL<AchievementsScreenQuery>(
      app,
      print(AchievementsScreenDocument),
      {},
      account,
    )
    t.ok(data?.achievements?.some(({ key, progress }) => key === 'workouts' && progress.value === 2))
    t.ok(data?.me?.achievements.some(({ key }) => key === 'first_workout'))
  })

  t.test('exports earned achievements', async t => {
    const account = await signUp(app)
    await saved(account, workout('2026-04-14T10:00:00.000Z'))
    const data = JSON.parse(String((await exportOf(app, account)).get('data.json'))) as {
      achievements: { key: string; timesEarned: number }[]
    }
    t.match(
      data.achievements.find(({ key }) => key === 'first_workout'),
      { timesEarned: 1 },
    )
  })

  t.test('earns the achievements of all workouts in a sync', async t => {
    const user = await signUp(app)
    const operations = Array.from({ length: 10 }, (_, day) => ({
      saveWorkout: workout(`2026-04-${10 + day}T10:00:00.000Z`, 20, {
        exercises: [
          entry(
            pullUp,
            Array.from({ length: 20 }, () =>
              done({ completedAt: `2026-04-${10 + day}T10:00:00.000Z`, reps: 10 }),
            ),
          ),
        ],
      }),
    }))
    const sync = () =>
      queryGraphQL(
        app,
        'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status } } }',
        { operations },
        user,
      )
    await sync()
    const all = await achievements(app, user)
    t.match(all.get('workouts'), { timesEarned: 1, progress: { value: 10, target: 25 } })
    t.match(all.get('big_sessions'), { timesEarned: 2 })
    t.match(all.get('five_in_a_week'), { timesEarned: 1 })
    await sync()
    t.same(await achievements(app, user), all)
  })
})
