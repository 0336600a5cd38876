import t from 'tap'
import { build, signUp, isolatedSettings } from '../../../helper.js'
import { changes } from '../../portability/sync/device.js'
import {
  consent,
  days,
  kg,
  measured,
  newId,
  noon,
  remove,
  save,
  buildWithUser,
  sync,
} from './measurements.js'

t.test('applies the measurements of a sync in order and changes nothing when it is repeated', async t => {
  const { app, person } = await buildWithUser(t)
  const [one, other, competitor] = [
    measured('2026-04-01', kg(80)),
    measured('2026-04-02', kg(81)),
    measured('2026-04-02', kg(82)),
  ]
  const operations = [
    { saveMeasurement: one },
    { saveMeasurement: other },
    { saveMeasurement: competitor },
    { saveMeasurement: { ...measured('2026-04-03', kg(5)), id: newId() } },
    { saveMeasurement: { ...one, date: '2026-04-04', expectedVersion: 1 } },
    { saveMeasurement: { ...competitor, date: '2026-04-01' } },
    { deleteMeasurement: { id: other.id.toUpperCase() } },
    { saveMeasurement: measured('2026-04-02', kg(83)) },
  ]
  const results = await sync(app, person, operations)
  t.match(results, [
    {
      recordId: one.id,
      status: 'APPLIED',
      version: 1,
      record: { __typename: 'Measurement', id: one.id, version: 2 },
    },
    { recordId: other.id, status: 'APPLIED', version: 1, record: null },
    { recordId: competitor.id, status: 'CONFLICT', conflict: 'ACTIVE', version: 1, record: null },
    {
      status: 'REFUSED',
      error: { code: 'BAD_USER_INPUT', path: 'operations[3].saveMeasurement.weight.value' },
    },
    { recordId: one.id, status: 'APPLIED', version: 2 },
    { recordId: competitor.id, status: 'APPLIED', version: 1 },
    { recordId: other.id, status: 'APPLIED', version: 2, record: null },
    { status: 'APPLIED', version: 1 },
  ])
  t.same(await days(app, person), ['2026-04-04', '2026-04-02', '2026-04-01'])
  const again = await sync(app, person, operations)
  const statuses = again.map(({ status }) => status)
  t.same(statuses, [
    'UNCHANGED',
    'UNCHANGED',
    'CONFLICT',
    'REFUSED',
    'UNCHANGED',
    'UNCHANGED',
    'UNCHANGED',
    'UNCHANGED',
  ])
})

t.test('includes measurements and their tombstones in the change feed', async t => {
  const { app, person } = await buildWithUser(t)
  const [kept, deleted] = [measured('2026-04-01', kg(80)), measured('2026-04-02', kg(81))]
  for (const input of [kept, deleted]) await save(app, person, input)
  const feed = await changes(app, person, null)
  const ofType = ({ changes }: typeof feed) => changes.filter(({ type }) => type === 'MEASUREMENT')
  t.match(ofType(feed), [
    { recordId: kept.id, version: 1, deletedAt: null, record: { id: kept.id, version: 1 } },
    { recordId: deleted.id, version: 1, deletedAt: null, record: { id: deleted.id, version: 1 } },
  ])
  await remove(app, person, deleted.id)
  t.match(ofType(await changes(app, person, feed.cursor)), [
    { recordId: deleted.id, version: 2, deletedAt: noon.toISOString(), record: null },
  ])
})

t.test('rejects writes without consent, and deletes all measurements when it is withdrawn', async t => {
  const { app, person } = await buildWithUser(t)
  const stranger = await signUp(app)
  const input = measured('2026-04-01', kg(80))
  t.equal(await save(app, stranger, input), 'FORBIDDEN')
  t.match(await sync(app, stranger, [{ saveMeasurement: input }]), [
    { status: 'REFUSED', record: null, error: { path: 'operations[0].saveMeasurement' } },
  ])
  await save(app, person, input)
  const { cursor } = await changes(app, person, null)
  await consent(app, person, 'withdrawConsent')
  t.same(await days(app, person), [], 'deletes all measurements')
  const feed = (await changes(app, person, cursor)).changes
  t.match(feed, [
    { type: 'PROFILE', version: 1 },
    { type: 'MEASUREMENT', recordId: input.id, version: 2, deletedAt: noon.toISOString(), record: null },
  ])
  t.equal(await save(app, person, measured('2026-04-02', kg(80))), 'FORBIDDEN')
  await consent(app, person)
  t.match(
    await save(app, person, input),
    { conflict: null, measurement: null },
    'repeated writes add no changes',
  )
})

t.test('deletes a measurement that is written while the consent is being withdrawn', async t => {
  const settings = isolatedSettings(t, { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '100000' })
  const first = await build(t, { settings })
  const apps = settings.MONGODB_URI === undefined ? [first] : [first, await build(t, { settings })]
  const user = await signUp(first)
  const app = (at: number) => apps[at % apps.length] ?? first
  for (let round = 0; round < 6; round++) {
    await consent(first, user)
    const writes = Array.from({ length: 6 }, (_, at) =>
      save(app(at), user, measured(`2026-04-0${at + 1}`, kg(80))),
    )
    const [withdrawn] = await Promise.all([consent(app(1), user, 'withdrawConsent'), ...writes])
    t.equal(withdrawn, undefined)
    t.same(await days(first, user), [], `round ${round}`)
  }
})
