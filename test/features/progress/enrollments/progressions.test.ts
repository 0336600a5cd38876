import tap from 'tap'
import type { Load } from '../../../../src/lib/units.js'
import {
  dayLong,
  done,
  entry,
  kg,
  lb,
  performed,
  rule,
  set,
  createTrial,
  weeksOf,
  type Session,
} from './plans.js'

const of = (exerciseId: string, ...sets: (string | ReturnType<typeof done>)[]): Session => [
  [exerciseId, ...sets],
]
const curl = (...sets: string[]) => of('curl', ...sets)

const double = rule('DOUBLE', { minReps: 8, maxReps: 10, failures: 2 })
const curls = weeksOf(12, [[entry('curl', double, [set({ load: kg(20) }), set({ load: kg(20) })])]])

tap.test('DOUBLE raises the repetitions up to the maximum, then the load', t => {
  const trained = createTrial({ weeks: curls })
  const sessions: Session[] = []
  const then = (session: Session, expected: string) => {
    sessions.push(session)
    t.same(trained.next(sessions), [expected], `after session ${sessions.length}`)
  }
  t.same(trained.next([]), ['FIRST 20x8 20x8'])
  then(curl('20x8', '20x8'), 'RAISED 20x9 20x9')
  then(curl('20x9', '20x8'), 'HELD 20x9 20x9')
  then(curl('20x11', '20x9'), 'RAISED 20x10 20x10')
  then(curl('20x10', '20x10'), 'RAISED 22.5x8 22.5x8')
  then(curl('22.5x12', '22.5x9'), 'RAISED 22.5x10 22.5x10')
  then(curl('22.5x9', '22.5x9'), 'HELD 22.5x10 22.5x10')
  // 20.25 is nearest to 20, and at least one increment lower.
  then(curl('22.5x9', '22.5x9'), 'DELOADED 20x8 20x8')
  then(curl('20x11', '20x10'), 'RAISED 22.5x8 22.5x8')
  // The performed load was heavier than the target: 30 becomes the load, with one more repetition.
  then(curl('30x8', '30x9'), 'RAISED 30x9 30x9')
  t.end()
})

tap.test('DOUBLE without a load takes the first load from sets that reached their repetitions', t => {
  const trained = createTrial({ weeks: weeksOf(3, [[entry('curl', double, [set(), set()])]]) })
  t.same(trained.next([]), ['FIRST x8 x8'])
  t.same(trained.next([curl('16x8', '18x7')]), ['HELD 15x8 15x8'], 'rounded down to an increment')
  t.same(trained.next([curl('16x9', '16x12')]), ['RAISED 15x10 15x10'])
  t.end()
})

tap.test('REP_SUM counts all sets with at least the load, including extra ones', t => {
  const sum = rule('REP_SUM', { reps: 25 })
  const weeks = weeksOf(9, [[entry('dip', sum, [set({ load: kg(40) }), set({ load: kg(40) })])]])
  const trained = createTrial({ weeks })
  const next = (...sets: (string | ReturnType<typeof done>)[]) => trained.next([of('dip', ...sets)])[0]
  t.equal(next('40x10', '40x10', '40x5'), 'RAISED 42.5x5 42.5x5')
  t.equal(next('40x13', '40x12'), 'RAISED 42.5x5 42.5x5')
  t.equal(next('40x25'), 'RAISED 42.5x5 42.5x5', 'one set can reach the sum')
  t.equal(next('40x10', '40x10', '40x4'), 'HELD 40x5 40x5')
  t.equal(next('40x10', '40x10', '35x10'), 'HELD 40x5 40x5', 'lighter sets do not count')
  t.equal(next('40x20', done('40x10', { type: 'DROPSET' })), 'HELD 40x5 40x5', 'drop sets do not count')
  t.equal(
    next('50x10', '45x10', '45x5'),
    'RAISED 47.5x5 47.5x5',
    'raises from the lightest load if all sets were heavier than the target',
  )
  t.equal(
    next('50x10', 'x10', '50x15'),
    'RAISED 42.5x5 42.5x5',
    'raises from the target if a load is unknown',
  )
  t.same(trained.next([of('dip', '40x1'), of('dip', '40x1'), of('dip', '40x1'), of('dip', '40x1')]), [
    'HELD 40x5 40x5',
  ])
  t.end()
})

tap.test('raises the repetitions of exercises without load', t => {
  const types = { crunch: 'REPS_ONLY' as const }
  const sets = [set({ minReps: 12 }), set({ minReps: 10 })]
  const crunch = (...sets: string[]) => of('crunch', ...sets)
  const linear = createTrial({
    types,
    weeks: weeksOf(12, [[entry('crunch', rule('LINEAR', { failures: 1 }), sets)]]),
  })
  t.same(linear.next([]), ['FIRST x12 x10'])
  t.same(linear.next([crunch('x12', 'x10')]), ['RAISED x13 x11'])
  t.same(linear.next([crunch('x12', 'x10'), crunch('x13', 'x10')]), ['DELOADED x12 x10'])
  t.same(linear.next([crunch('x1')]), ['DELOADED x11 x9'])
  const never = Array.from({ length: 11 }, () => crunch('x0'))
  t.same(linear.next(never), ['DELOADED x1 x1'], 'never plans less than one repetition')

  const double = rule('DOUBLE', { minReps: 10, maxReps: 12, failures: 1 })
  const twice = createTrial({ types, weeks: weeksOf(12, [[entry('crunch', double, sets)]]) })
  t.same(twice.next([crunch('x10', 'x10')]), ['RAISED x11 x11'])
  t.same(twice.next([crunch('x14', 'x12')]), ['HELD x12 x12'], 'does not exceed maxReps')
  t.same(twice.next([crunch('x10', 'x9')]), ['DELOADED x9 x9'])

  const sum = rule('REP_SUM', { reps: 30 })
  const total = createTrial({ types, weeks: weeksOf(12, [[entry('crunch', sum, sets)]]) })
  t.same(total.next([crunch('x20', 'x10')]), ['RAISED x13 x11'])
  t.same(
    total.next([crunch('x20', 'x10'), crunch('x20', 'x10')]),
    ['HELD x13 x11'],
    'the required sum grows by one repetition with each raise',
  )
  t.same(total.next([crunch('x20', 'x10'), crunch('x20', 'x11')]), ['RAISED x14 x12'])
  t.end()
})

tap.test('starts body weight exercises without added load', t => {
  const types = { dip: 'BODYWEIGHT_REPS' as const }
  const weeks = weeksOf(12, [[entry('dip', rule('LINEAR', { failures: 1 }), [set(), set()])]])
  const trained = createTrial({ types, weeks })
  const dip = (...sets: string[]) => of('dip', ...sets)
  t.same(trained.next([]), ['FIRST 0x5 0x5'])
  t.same(trained.next([dip('x5', 'x5')]), ['RAISED 2.5x5 2.5x5'])
  t.same(trained.next([dip('+0x5', '+10x5')]), ['RAISED 2.5x5 2.5x5'])
  t.same(trained.next([dip('+10x5', '+12.5x5')]), ['RAISED 12.5x5 12.5x5'])
  t.same(trained.next([dip('x5', '-10x5')]), ['HELD 0x5 0x5'], 'assistance counts as less than no load')
  t.same(
    trained.next([dip('x5', '-x5')]),
    ['HELD 0x5 0x5'],
    'unspecified assistance counts as less than no load',
  )
  t.same(trained.next([dip('x5', 'x5'), dip('+2.5x5', 'x5')]), ['DELOADED 0x5 0x5'])
  t.end()
})

tap.test('progresses by reducing assistance', t => {
  const types = { chin: 'BODYWEIGHT_ASSISTED_REPS' as const }
  const chin = (...sets: string[]) => of('chin', ...sets)
  const sets = [set({ load: kg(20) }), set({ load: kg(30) })]
  const each = rule('LINEAR', { increment: kg(5), failures: 1 })
  const trained = createTrial({ types, weeks: weeksOf(12, [[entry('chin', each, sets)]]) })
  t.same(trained.next([]), ['FIRST 20x5 30x5'], 'the last set has the most assistance')
  // Half of the second assistance is added: 22.5 is as near to 20 as to 25.
  t.same(trained.next([chin('-20x5', '-30x5')]), ['RAISED 15x5 20x5'])
  t.same(trained.next([chin('-20x5', '-31x5')]), ['DELOADED 25x5 35x5'], 'more assistance than the target')
  t.same(trained.next([chin('20x5', '30x5')]), ['RAISED 15x5 20x5'], 'regardless of the logged mode')
  t.same(trained.next([chin('-10x5', '-30x5')]), ['RAISED 5x5 5x5'], 'with less assistance than the target')
  t.same(trained.next([chin('+5x5', '+x5')]), ['RAISED 0x5 0x5'], 'body weight alone needs no assistance')
  for (const unknown of ['-x5', 'x5'])
    t.same(trained.next([chin(unknown, '-30x5')]), ['DELOADED 25x5 35x5'], 'unknown assistance')
  t.same(
    trained.next([chin('-5x5', '-5x5'), chin('+x5', '+x5')]),
    ['HELD 0x5 0x5'],
    'assistance does not fall below zero',
  )
  t.same(
    trained.next([chin('-49lbx5', '-66lbx5')]),
    ['RAISED 15x5 20x5'],
    'less than half an increment more in another unit',
  )
  t.same(trained.next([chin('-50lbx5', '-66lbx5')]), ['DELOADED 25x5 35x5'])
  const open = createTrial({ types, weeks: weeksOf(3, [[entry('chin', each, [set(), set()])]]) })
  t.same(open.next([chin('-30x5', '-25x5')]), ['HELD 25x5 25x5'], 'the first day has the least assistance')
  t.end()
})

const waves = (deload: number[] = [4]) =>
  weeksOf(
    9,
    [[entry('press', rule('PERCENT'), [set({ percentOfOneRepMax: 85 }), set({ percentOfOneRepMax: 70 })])]],
    deload,
  )
const press = (...sets: (string | ReturnType<typeof done>)[]) => of('press', ...sets)

tap.test('PERCENT calculates loads from the maximum', t => {
  const maxima = new Map([['press', kg(100)]])
  const trained = createTrial({ weeks: waves(), initialLoads: { maxima } })
  t.same(trained.next([]), ['FIRST 85x5 70x5'])
  t.same(trained.next([press('85x1', '70x1')]), ['HELD 85x5 70x5'])
  const given = createTrial({
    weeks: waves(),
    initialLoads: { maxima, starting: new Map([['press', lb(200)]]) },
  })
  // 200 lb are 90.72 kg: 77.1 and 63.5
  t.same(given.next([]), ['FIRST 77.5x5 62.5x5'])
  const unknown = createTrial({ weeks: waves() })
  t.same(unknown.next([]), ['FIRST x5 x5'])
  // 90 × 36 / 32 = 101.25: 86.06 and 70.875
  t.same(unknown.next([press('90x5', '70x5')]), ['HELD 85x5 70x5'])
  t.same(
    unknown.next([press(done('90x5', { rir: 1 }))]),
    ['HELD 90x5 72.5x5'],
    'five repetitions with one in reserve estimate a maximum of 104.52',
  )
  t.end()
})

const hundred = { maxima: new Map([['press', kg(100)]]) }
const good = press('85x5', '70x5')
const missed = press('85x5', '70x4')

tap.test('PERCENT raises the training maximum by the increment after a block', t => {
  const trained = createTrial({ weeks: waves(), initialLoads: hundred })
  const after = (...sessions: (Session | null)[]) => trained.next(sessions, 4)[0]
  // 102.5: 87.125 and 71.75
  t.equal(after(good, good, good), 'RAISED 87.5x5 72.5x5')
  t.equal(after(null, good), 'RAISED 87.5x5 72.5x5', 'by the days that were trained')
  t.equal(after(press('100x5', '70x5')), 'RAISED 87.5x5 72.5x5', 'whatever was lifted beyond the targets')
  t.equal(after(good, missed, good), 'HELD 85x5 70x5', 'not after a missed set')
  t.equal(after(press('82.5x5', '70x5')), 'HELD 85x5 70x5', 'a set below its load is missed')
  t.equal(after(press('85x5')), 'HELD 85x5 70x5', 'and one that was left out')
  t.equal(after(), 'FIRST 85x5 70x5', 'not if nothing was trained')
  t.equal(
    trained.next([good, good, good], 3)[0],
    'DELOADED 85x5 70x5',
    'the deload week itself has the planned loads',
  )
  t.equal(
    trained.next([good, good, good, missed], 4)[0],
    'RAISED 87.5x5 72.5x5',
    'a deload week is not judged',
  )
  t.equal(trained.next([good, null, null, null, missed])[0], 'HELD 87.5x5 72.5x5')
  t.end()
})

tap.test('PERCENT reduces the training maximum after two missed blocks in a row', t => {
  const each = waves([2, 4, 6, 8])
  const trained = createTrial({ weeks: each, initialLoads: hundred })
  const next = (...blocks: (Session | null)[]) =>
    trained.next(
      blocks.flatMap(session => [session, null]),
      blocks.length * 2,
    )[0]
  t.equal(next(missed), 'HELD 85x5 70x5')
  // 90: 76.5 and 63
  t.equal(next(missed, missed), 'DELOADED 77.5x5 62.5x5')
  t.equal(next(missed, null, missed), 'DELOADED 77.5x5 62.5x5', 'a block without training lies between')
  t.equal(next(missed, missed, press('77.5x5', '62.5x4')), 'HELD 77.5x5 62.5x5', 'a third one begins anew')
  // 102.5: 87.125 and 71.75
  t.equal(next(missed, good, press('87.5x4', '72.5x5')), 'HELD 87.5x5 72.5x5', 'not in a row')
  t.end()
})

tap.test('PERCENT raises the training maximum up to the best estimate of open-ended sets', t => {
  const sets = [set({ percentOfOneRepMax: 70 }), set({ percentOfOneRepMax: 85, isAmrap: true })]
  const byAmrap = (trainingMaxPercent: number) =>
    createTrial({
      weeks: weeksOf(3, [[entry('press', rule('PERCENT', { trainingMaxPercent }), sets)]], [2]),
      initialLoads: hundred,
    })
  const trained = byAmrap(100)
  const next = (...sets: string[]) => trained.next([press(...sets), null])[0]
  // 85 × 36 / 32 = 95.6
  t.equal(next('70x5', '85x5'), 'RAISED 72.5x5 87.5x5', 'by the increment at least')
  // 85 × 36 / 29 = 105.5, by two increments at most: 73.5 and 89.25
  t.equal(next('70x5', '85x8'), 'RAISED 72.5x5 90x5')
  // 90 × 36 / 31 = 104.5: 73.2 and 88.8
  t.equal(next('70x5', '90x6'), 'RAISED 72.5x5 90x5')
  t.equal(next('70x4', '85x12'), 'HELD 70x5 85x5', 'but not after a missed set')
  const reduced = byAmrap(90)
  t.same(reduced.next([]), ['FIRST 62.5x5 77.5x5'], '70 and 85 % of 90 kg')
  // 77.5 × 36 / 27 = 103.3, of which 90 % are 93: 65.1 and 79.05
  t.same(reduced.next([press('62.5x5', '77.5x10'), null]), ['RAISED 65x5 80x5'])
  t.end()
})

tap.test('PERCENT without deload weeks ends a block before its percentages repeat', t => {
  const week = (percentOfOneRepMax: number) =>
    weeksOf(1, [[entry('press', rule('PERCENT'), [set({ percentOfOneRepMax })])]])[0]!
  const weeks = [70, 80, 70, 80, 70].map((percent, index) => ({ ...week(percent), number: index + 1 }))
  const trained = createTrial({ weeks, initialLoads: hundred })
  t.same(trained.next([press('70x5')]), ['HELD 80x5'])
  // 102.5: 71.75, and 105: 84
  t.same(trained.next([press('70x5'), press('80x5')]), ['RAISED 72.5x5'])
  t.same(trained.next([press('70x5'), press('80x5'), press('72.5x5'), press('82.5x5')]), ['RAISED 72.5x5'])
  const constant = createTrial({ weeks: waves([]), initialLoads: hundred })
  t.same(constant.next([good]), ['RAISED 87.5x5 72.5x5'], 'a constant week is a block')
  t.end()
})

tap.test('plans warm-up sets in percent of the first working load', t => {
  const sets = [
    set({ type: 'WARMUP', warmupPercent: 50 }),
    set({ type: 'WARMUP', warmupPercent: 75 }),
    set(),
    set(),
  ]
  const weeks = weeksOf(3, [[entry('squat', rule('LINEAR'), sets)]], [3])
  const unknown = createTrial({ weeks })
  t.same(unknown.next([]), ['FIRST x5 x5 x5 x5'], 'without a load while it is unknown')
  const trained = createTrial({ weeks, initialLoads: { starting: new Map([['squat', kg(100)]]) } })
  t.same(trained.next([]), ['FIRST 50x5 75x5 100x5 100x5'])
  // 51.25 is a half, and 76.875
  t.same(trained.next([of('squat', '100x5', '100x5')]), ['RAISED 50x5 77.5x5 102.5x5 102.5x5'])
  // 90: 45 and 67.5
  t.same(trained.next([], 2), ['DELOADED 45x5 67.5x5 90x5 90x5'])
  t.end()
})

tap.test('reduces loads in a deload week without changing the state', t => {
  const day = [
    entry('squat', rule('LINEAR', { deloadPercent: 20 }), [set({ load: kg(100) }), set({ load: kg(80) })]),
    entry('row', null, [set({ load: kg(50) }), set({ load: kg(10) }), set()]),
    entry('crunch', null, [set({ minReps: 12, maxReps: 15 })]),
    entry('chin', rule('LINEAR'), [set({ load: kg(20) })]),
  ]
  const types = { crunch: 'REPS_ONLY', chin: 'BODYWEIGHT_ASSISTED_REPS' } as const
  const trained = createTrial({ types, weeks: weeksOf(4, [day], [2]) })
  const good: Session = [
    ['squat', '100x5', '80x5'],
    ['row', '50x5', '10x5', '10x5'],
    ['crunch', 'x12'],
    ['chin', '-20x5'],
  ]
  t.same(trained.next([]), ['FIRST 100x5 80x5', ' 50x5 10x5 x5', ' x12', 'FIRST 20x5'])
  t.same(
    trained.next([good]),
    // 82 → 82.5; 0.8 × 82 = 65.6 → 65. 45; 9 → 10, which is less than one increment lower, so 7.5; 17.5 + 10 % → 20.
    ['DELOADED 82.5x5 65x5', ' 45x5 7.5x5 x5', ' x11', 'DELOADED 20x5'],
  )
  t.same(trained.next([good, good]), ['RAISED 102.5x5 82.5x5', ' 50x5 10x5 x5', ' x12', 'RAISED 17.5x5'])
  t.end()
})

tap.test('reduces lighter sets by at least one increment in a deload week and rounds once', t => {
  const lighter = (top: number, second: number) =>
    createTrial({
      weeks: weeksOf(
        2,
        [[entry('squat', rule('LINEAR'), [set({ load: kg(top) }), set({ load: kg(second) })])]],
        [2],
      ),
    })
  // 16 → 15; 18 → 17.5; 14.4 → 15, which is less than one increment lower.
  t.same(lighter(20, 16).next([]), ['FIRST 20x5 15x5'])
  t.same(lighter(20, 16).next([], 1), ['DELOADED 17.5x5 12.5x5'])
  // 94.5 → 95; 0.9 × 68 = 61.2 → 60. Of 95 it would be 61.52 → 62.5.
  t.same(lighter(105, 68).next([], 1), ['DELOADED 95x5 60x5'])
  t.end()
})

tap.test('reduces the planned load of a warm-up set in a deload week', t => {
  const warmup = set({ type: 'WARMUP', load: kg(40) })
  const deload = (progression: ReturnType<typeof rule>, starting: Map<string, Load>, unit?: 'LB') =>
    createTrial({
      ...(unit && { unit }),
      weeks: weeksOf(2, [[entry('squat', progression, [warmup, set()])]], [2]),
      initialLoads: { starting },
    })
  const known = deload(rule('LINEAR'), new Map([['squat', kg(100)]]))
  t.same(known.next([]), ['FIRST 40x5 100x5'])
  // 36 → 35
  t.same(known.next([], 1), ['DELOADED 35x5 90x5'])
  t.same(deload(rule('LINEAR'), new Map()).next([], 1), ['DELOADED 35x5 x5'])
  const inPounds = rule('LINEAR', { increment: lb(10) })
  // 40 kg are 88.18 lb, nearest to 90; 81 → 80.
  t.same(
    deload(inPounds, new Map(), 'LB').next([], 1),
    ['DELOADED 80lbx5 x5'],
    'by the increment of the rule',
  )
  t.end()
})

tap.test('shares one state per exercise and key across days and entries', t => {
  const light = rule('LINEAR', { key: 'light', failures: 1 })
  const days = [
    [
      entry('squat', rule('LINEAR'), [set({ load: kg(100) })]),
      entry('squat', light, [set({ load: kg(60) })]),
    ],
    [entry('squat', light, [set({ load: kg(60) })]), entry('squat', null, [set({ load: kg(40) })])],
  ]
  const trained = createTrial({ weeks: weeksOf(3, days), initialLoads: {} })
  t.same(
    trained.next([
      [
        ['squat', '100x5'],
        ['squat', '60x5'],
      ],
    ]),
    ['RAISED 62.5x5', ' 40x5'],
  )
  t.same(
    trained.next([
      [
        ['squat', '100x5'],
        ['squat', '60x5'],
      ],
      [['squat', '62.5x5']],
    ]),
    ['RAISED 102.5x5', 'RAISED 65x5'],
  )
  t.same(
    trained.next([[['squat', '100x5', '60x5']]]),
    ['RAISED 62.5x5', ' 40x5'],
    'compares only the second set with its own plan',
  )
  t.same(
    trained.next(
      [
        [
          ['squat', '100x5', '99x5'],
          ['squat', '60x5'],
        ],
      ],
      2,
    ),
    ['RAISED 102.5x5', 'RAISED 62.5x5'],
  )
  t.same(
    trained.next([[['squat'], ['squat', '60x5']]], 2),
    ['FIRST 100x5', 'RAISED 62.5x5'],
    'the first set omitted',
  )
  t.same(
    trained.next(
      [
        [
          ['squat', '100x5'],
          ['squat', '60x4'],
        ],
      ],
      2,
    ),
    ['RAISED 102.5x5', 'DELOADED 55x5'],
  )
  t.end()
})

tap.test('evaluates all entries with the same rule together', t => {
  const twice = [0, 1].map(() => entry('squat', rule('LINEAR'), [set({ load: kg(100) })]))
  const trained = createTrial({ weeks: weeksOf(3, [twice]) })
  t.same(
    trained.next([
      [
        ['squat', '100x5'],
        ['squat', '100x5'],
      ],
    ])[0],
    'RAISED 102.5x5',
  )
  t.same(
    trained.next([
      [
        ['squat', '100x5'],
        ['squat', '100x4'],
      ],
    ])[0],
    'HELD 100x5',
  )
  t.same(trained.next([[['squat', '100x5']]])[0], 'HELD 100x5', 'fewer repetitions are a failure')

  const [five, four] = ['100x5', '100x4']
  const three = [0, 1].map(() =>
    entry(
      'squat',
      rule('LINEAR'),
      Array.from({ length: 3 }, () => set({ load: kg(100) })),
    ),
  )
  const whole = createTrial({ weeks: weeksOf(3, [three]) })
  const after = (first: string[], second: string[]) =>
    whole.next([
      [
        ['squat', ...first],
        ['squat', ...second],
      ],
    ])[0]
  const raised = 'RAISED 102.5x5 102.5x5 102.5x5'
  const held = 'HELD 100x5 100x5 100x5'
  t.equal(after([five, five, five], [five, five, five]), raised)
  t.equal(
    after([five, five, five, five, five, five], []),
    raised,
    'assigns extra sets of the first entry to the second',
  )
  t.equal(
    after([five], [five, five, five, five, five]),
    raised,
    'assigns extra sets of the second entry to the first',
  )
  t.equal(after([five, five, five, five], [five, five, four]), raised, 'ignores the seventh set')
  t.equal(after([five, five, five, four], [five, five, five]), held, 'compares the fourth set')
  t.equal(after([five, five, five], [five, five]), held, 'fewer repetitions are a failure')
  t.end()
})

tap.test('applies manually set loads from the next day on and resets the counters', t => {
  const day = [
    entry('squat', rule('LINEAR', { failures: 2 }), [set({ load: kg(100) }), set({ load: kg(50) })]),
    entry('curl', double, [set({ load: kg(20) })]),
    entry('press', rule('PERCENT'), [set({ percentOfOneRepMax: 80 })]),
    entry('row', null, [set({ load: kg(50) })]),
  ]
  const at = (index: number) => performed(index, []).startedAt
  const change = (exerciseId: string, load: number | null, targetReps: number | null = null) => ({
    ...{ exerciseId, key: null, load: load === null ? null : kg(load), targetReps },
  })
  const loads = [change('squat', 80), change('curl', 15, 9), change('press', 100), change('row', 40)]
  const trained = createTrial({ weeks: weeksOf(6, [day]), adjustments: [{ at: at(1), loads }] })
  const session: Session = [
    ['squat', '100x5', '50x1'],
    ['curl', '20x8'],
  ]
  const set80 = ['FIRST 80x5 40x5', 'FIRST 15x9', 'FIRST 80x5', ' 40x5']
  t.same(trained.next([session]), set80)
  t.same(trained.next([session, session]), set80, 'a repeated session gives the same loads')
  const later = trained.next([
    session,
    session,
    [
      ['squat', '80x5', '40x1'],
      ['curl', '15x9'],
    ],
  ])
  t.same(later, ['HELD 80x5 40x5', 'RAISED 15x10', 'FIRST 80x5', ' 40x5'], 'the failure count restarts')
  t.equal(at(1).getTime() - at(0).getTime(), dayLong)
  t.end()
})

tap.test('evaluates holds by duration and carries by distance', t => {
  const types = { hold: 'WEIGHT_DURATION', carry: 'SHORT_DISTANCE_WEIGHT', plank: 'DURATION' } as const
  const day = [
    entry('hold', rule('LINEAR'), [set({ minReps: null, load: kg(20), durationSeconds: 30 })]),
    entry('carry', rule('LINEAR'), [set({ minReps: null, load: kg(40), distanceMeters: 20 })]),
    entry('plank', rule('LINEAR'), [set({ minReps: null, durationSeconds: 60 })]),
  ]
  const trained = createTrial({ types, weeks: weeksOf(3, [day]) })
  const session = (durationSeconds: number, distanceMeters: number): Session => [
    ['hold', done('20x0', { durationSeconds, reps: null })],
    ['carry', done('40x0', { distanceMeters, reps: null })],
    ['plank', done('x0', { durationSeconds: 60, reps: null })],
  ]
  t.same(trained.next([session(30, 20)]), ['RAISED 22.5x', 'RAISED 42.5x', 'FIRST x'])
  t.same(trained.next([session(29, 19)]), ['HELD 20x', 'HELD 40x', 'FIRST x'])
  t.end()
})
