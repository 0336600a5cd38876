import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Database, Entity } from '../../../src/platform/database/database.js'
import { restoreEarlierFields, throughEarlierNames } from './earlier-names.js'
import { headsAmongRecords } from '../../../src/platform/database/migrations/heads-among-records.js'
import { renameCollections } from '../../../src/platform/database/migrations/rename-collections.js'
import { exercisesOf, recordsOf, session } from '../../features/progress/records/records.js'
import { kg, newId, now, save } from '../../features/training/workouts/workouts.js'
import { queryGraphQL, build, signUp } from '../../helper.js'

interface Workout extends Entity {
  userId: ObjectId
  content: { startedAt: Date }
  derived: { kept?: string }
}

/** Restores the format of an earlier version: heads in their own collection, and statistics by exercise and year. */
async function bringBack(database: Database, userId: ObjectId): Promise<void> {
  const owned = database.collection<Workout>('owned')
  const [head] = (await owned.find({ userId })).filter(({ last }) => typeof last === 'number')
  const { _id, userId: _, last, exercises, ...rest } = head as Workout & { exercises: Record<string, string> }
  const old = Object.entries(exercises).map(([id, text]) => {
    const [timesPerformed, timesNamed, performedAt] = text.split(' ')
    const lastPerformedAt = performedAt === '' ? null : new Date(Number(performedAt))
    const times = { timesPerformed: Number(timesPerformed), timesNamed: Number(timesNamed) }
    return [id, { ...times, lastPerformedAt, isNamed: true, years: [2026] }]
  })
  const heads = database.collection('heads')
  await heads.insertOne({ ...rest, _id: userId, seq: last, exercises: Object.fromEntries(old) as object })
  await owned.deleteOne({ _id })

  const years = database.collection('exerciseYears')
  for (const { _id, content, derived } of await owned.find({ userId, type: 'WORKOUT' })) {
    for (const [exerciseId, ...entry] of JSON.parse(derived.kept ?? '[]') as [string, ...unknown[]][])
      await years.insertOne({
        ...{ _id: new ObjectId(), userId, exerciseId, year: 2026, carry: {} },
        entries: { [_id.toHexString()]: JSON.stringify([content.startedAt.getTime(), ...entry]) },
      })
    await owned.updateOne({ _id }, { $unset: { 'derived.kept': true } })
  }
  const records = database.collection('records')
  for (const { _id, previous } of await records.find({ userId, isBaseline: false })) {
    const { value, unit, achievedAt } = previous as Record<string, unknown>
    await records.updateOne({ _id }, { $set: { previous: { value, unit, achievedAt } } })
  }
}

t.test('keeps the results of earlier workouts after the migration', async t => {
  const seen: { database?: Database } = {}
  const app = await build(t, { clock: () => now, wrapDatabase: database => (seen.database = database) })
  const { bench, pullUp } = await exercisesOf(app)
  const database = throughEarlierNames(seen.database!)
  const [migrated, twin] = [await signUp(app), await signUp(app)]
  const workouts = [
    session('04-01', bench, [{ load: kg(100), reps: 5 }]),
    session('04-05', bench, [{ load: kg(110), reps: 5 }]),
    session('04-09', bench, [{ load: kg(105), reps: 8 }]),
    session('04-10', pullUp, [{ reps: 9 }]),
  ]
  const both = async (input: object) => {
    for (const user of [migrated, twin]) {
      const { conflict } = await save(app, user, { ...input, id: newId() })
      t.equal(conflict, null)
    }
  }
  for (const one of workouts) await both(one)
  await restoreEarlierFields(seen.database!)
  await bringBack(database, new ObjectId(migrated.id))
  // The migration is repeated after an interruption.
  await headsAmongRecords(database, () => undefined)
  await headsAmongRecords(database, () => undefined)
  await renameCollections(seen.database!, () => undefined)

  const shown = async (user: typeof migrated) => {
    const { data, errors } = await queryGraphQL<{ me: object; changes: { changes: object[] } }>(
      app,
      '{ me { workoutsCompleted } exercises(sort: TIMES_PERFORMED, first: 3) { edges { node { slug timesPerformed lastPerformedAt } } } changes { changes { type version } hasMore } }',
      {},
      user,
    )
    t.equal(errors, undefined)
    const records = await recordsOf(app, user)
    const plain = records.map(({ type, value, previous, achievedAt }) => ({
      type,
      value,
      previous,
      achievedAt,
    }))
    return { data, records: plain.map(one => JSON.stringify(one)).sort() }
  }
  t.same(await shown(migrated), await shown(twin))
  await both(session('04-20', bench, [{ load: kg(120), reps: 5 }]))
  t.same(await shown(migrated), await shown(twin), 'workouts after the migration have the same effects')
  await both(session('04-03', bench, [{ load: kg(115), reps: 1 }]))
  t.same(await shown(migrated), await shown(twin), 'workouts between earlier ones have the same effects')
})
