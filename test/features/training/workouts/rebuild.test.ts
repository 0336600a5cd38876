import { ObjectId } from 'mongodb'
import t from 'tap'
import { headIdOf } from '../../../../src/features/owned/head-id.js'
import { recordId } from '../../../../src/features/progress/records/store.js'
import type { Database, Entity } from '../../../../src/platform/database/database.js'
import { signUp, type TestUser } from '../../../helper.js'
import { analytics } from '../../progress/analytics/analytics.js'
import { completed, done, entry, buildWithExercises, kg, remove, save } from './workouts.js'

t.test('derives the same data in a rebuild as in saves', async t => {
  let seen: Database | undefined
  const observe = (database: Database) => (seen = database)
  const { app, bench, pullUp } = await buildWithExercises(t, undefined, { observe })
  const [user, other] = [await signUp(app), await signUp(app)]
  const day = (startedAt: string, load: number) =>
    completed({
      startedAt,
      endedAt: new Date(Date.parse(startedAt) + 3_600_000).toISOString(),
      exercises: [
        entry(bench, [done({ completedAt: startedAt, load: kg(load), reps: 5 })]),
        entry(pullUp, [done({ completedAt: startedAt, reps: 8 })]),
      ],
    })
  const days = ['2024-12-31', '2025-01-01', '2026-04-01', '2026-04-08', '2026-04-15']
  const workouts = days.map((date, at) => day(`${date}T20:00:00.000Z`, 100 + 5 * at))
  for (const workout of workouts) await save(app, user, workout)
  await save(app, user, { ...day('2026-04-09T20:00:00.000Z', 90), id: workouts[2]!.id, expectedVersion: 1 })
  await remove(app, user, workouts[1]!.id)
  await save(app, other, day('2026-04-15T20:00:00.000Z', 60))

  const years = seen!.collection<Entity>('trainingYears')
  const heads = seen!.collection<Entity>('ownedRecords')
  const userId = new ObjectId(user.id)
  const head = { _id: new ObjectId(headIdOf(user.id)) }
  const storedData = async () => {
    const all = await years.find({ userId })
    const { last, achievementTotals, earned, trainingYears, exercises } = (await heads.findOne(head))!
    const entries = all.filter(one => Object.keys(one['entries'] as object).length > 0)
    return {
      entries: entries.sort((a, b) => a['year'] - b['year']),
      last,
      achievementTotals,
      earned,
      trainingYears,
      exercises,
    } as object
  }
  const before = await storedData()
  const range = { from: '2024-12-01', to: '2026-05-01' }
  const shown = await analytics(app, user, range)
  const rebuild = () => app.features.services.workouts.rebuild(user.id)

  t.ok(await rebuild())
  t.same(await storedData(), before)
  await years.deleteMany({ userId })
  await heads.updateOne(head, { $unset: { trainingYears: true, achievementTotals: true } })
  t.same((await analytics(app, user, range)).comparison.workouts, { current: 0, previous: 0 })
  t.ok(await rebuild())
  t.same(await storedData(), before)
  t.same(await analytics(app, user, range), shown)
  const theirs = await analytics(app, other, range)
  t.equal(theirs.comparison.workouts.current, 1)

  const records = seen!.collection<Entity>('personalRecords')
  const training = async (user: TestUser) => {
    const inOrder = { sort: { achievedAt: 1, _id: 1 } } as const
    const own = { userId: new ObjectId(user.id) }
    const { exercises } = (await heads.findOne({ _id: new ObjectId(headIdOf(user.id)) }))!
    const derived = (await heads.find({ ...own, type: 'WORKOUT' }, { sort: { _id: 1 } })).map(
      ({ _id, derived }) => [_id, derived],
    )
    return { records: await records.find(own, inOrder), exercises, derived } as object
  }
  const trained = [await training(user), await training(other)]
  const [one, two, three] = await records.find({ userId }, { sort: { _id: 1 } })
  await records.deleteOne({ _id: one!._id })
  await records.updateOne({ _id: two!._id }, { $set: { value: 1 } })
  await records.updateOne({ _id: three!._id }, { $set: { isCurrent: !three!['isCurrent'] } })
  const [workoutId, exerciseId] = [new ObjectId(), bench].map(String) as [string, string]
  const surplus = new ObjectId(recordId(user.id, { workoutId, exerciseId, type: 'WEIGHT' }))
  const fields = { workoutId: new ObjectId(workoutId), exerciseId: new ObjectId(exerciseId), type: 'WEIGHT' }
  await records.insertOne({ ...two!, _id: surplus, ...fields })
  const unused = { [`exercises.${new ObjectId().toHexString()}`]: '1 1 0 ' }
  await heads.updateOne(head, { $set: { [`exercises.${bench}`]: '9 9 0 ', ...unused } })
  await heads.updateOne({ _id: new ObjectId(workouts[0]!.id) }, { $set: { 'derived.recordEntries': '[]' } })
  await heads.updateOne({ _id: new ObjectId(workouts[3]!.id) }, { $set: { 'derived.previous': {} } })
  t.notSame(await training(user), trained[0])
  t.ok(await rebuild())
  t.same([await training(user), await training(other)], trained, 'rebuilds records, too')
})
