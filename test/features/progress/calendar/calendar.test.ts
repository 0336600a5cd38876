import t from 'tap'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import {
  enrolledGym,
  newId,
  read,
  save,
  sendDayCommand,
  today,
  workout,
  type Input,
} from '../enrollments/enrollments.js'

const query = `query($from: Date!, $to: Date!, $timezone: String!) {
  calendar(from: $from, to: $to, timezone: $timezone) {
    date workouts { id } planned { enrollmentId week day name isDone isSkipped }
  }
}`

interface Day {
  date: string
  workouts: { id: string }[]
  planned: Input[]
}

const day = 24 * 3_600_000

t.test('shows workouts, done, skipped and coming days by date', async t => {
  const { app, person, squat, bench, id, setClock } = await enrolledGym(t, { weeks: 2 })
  const stranger = await signUp(app)
  const calendar = async (from: string, to: string, timezone = 'Europe/Berlin', user: TestUser = person) =>
    (await read<{ calendar: Day[] }>(app, user, query, { from, to, timezone })).calendar

  const startedAt = new Date('2026-05-04T20:30:00.000Z')
  const done = workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, '100x5', '100x5']] })
  await save(app, person, done)
  const { programDay: _, ...free } = workout({
    startedAt: new Date('2026-05-03T10:00:00.000Z'),
    enrollmentId: newId(),
    at: [1, 1],
    sets: [[bench, '60x5']],
  })
  await save(app, person, free)
  setClock(new Date(today.getTime() + 2 * day))
  await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3])

  const planned = (week: number, at: number, more: Input = {}) => ({
    ...{ enrollmentId: id, week, day: at, name: `Day ${at}`, isDone: false, isSkipped: false },
    ...more,
  })
  t.same(await calendar('2026-05-01', '2026-05-31'), [
    { date: '2026-05-03', workouts: [{ id: free.id }], planned: [] },
    { date: '2026-05-04', workouts: [{ id: done.id }], planned: [planned(1, 1, { isDone: true })] },
    {
      date: '2026-05-06',
      workouts: [],
      planned: [planned(1, 3, { isSkipped: true }), planned(2, 1)],
    },
    { date: '2026-05-07', workouts: [], planned: [planned(2, 3)] },
  ])
  t.same(
    (await calendar('2026-05-05', '2026-05-05', 'Asia/Tokyo')).map(({ date, workouts }) => [date, workouts]),
    [['2026-05-05', [{ id: done.id }]]],
    'in another time zone',
  )
  t.same((await calendar('2026-05-07', '2026-05-07')).length, 1)
  t.same(await calendar('2026-05-01', '2026-05-31', 'UTC', stranger), [])
  await read(app, person, 'mutation($id: ID!) { pauseEnrollment(input: { id: $id }) { conflict } }', { id })
  t.same(
    (await calendar('2026-05-05', '2026-05-31')).map(({ date }) => date),
    ['2026-05-06'],
    'a paused enrollment has no days to come',
  )
})

t.test('rejects an invalid range with the path', async t => {
  const { app, person } = await enrolledGym(t)
  const invalid: [field: string, from: string, to: string, timezone: string][] = [
    ['to', '2026-05-02', '2026-05-01', 'UTC'],
    ['to', '2026-01-01', '2027-01-02', 'UTC'],
    ['timezone', '2026-05-01', '2026-05-02', 'Nowhere/City'],
  ]
  for (const [field, from, to, timezone] of invalid)
    t.match((await queryGraphQL(app, query, { from, to, timezone }, person)).errors, [
      { extensions: { code: 'BAD_USER_INPUT', field } },
    ])
})
