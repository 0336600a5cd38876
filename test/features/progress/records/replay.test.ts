import assert from 'node:assert/strict'
import fc from 'fast-check'
import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Head } from '../../../../src/features/owned/models.js'
import { recordAnnouncements } from '../../../../src/features/progress/records/announcements.js'
import type { HistoryStore, HistoryWorkout } from '../../../../src/features/progress/records/history/store.js'
import { recordService } from '../../../../src/features/progress/records/service.js'
import { exerciseUse } from '../../../../src/features/training/exercises/exercise-use.js'
import type { WorkoutVersion } from '../../../../src/features/training/workouts/listeners.js'
import type { PerformedWorkout } from '../../../../src/features/training/workouts/performed.js'
import { recordStore } from '../../../../src/features/progress/records/store.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { openEvents } from '../../../../src/platform/events/events.js'
import { databases } from '../../../platform/database/databases.js'
import { naivePrevious, naiveRecords, naiveUse, type NaiveRecord } from './naive-replay.js'
import { batches, exerciseIds } from './random-workouts.js'

/** Applies batches of workout changes for one user and keeps what the service derives. */
function createUser(database: Database) {
  const userId = new ObjectId().toHexString()
  const uses: Record<string, unknown> = {}
  const head: Head = { seq: 0, counts: {}, active: {}, parts: { exercises: uses } }
  const workouts = new Map<string, PerformedWorkout>()
  const stored = new Map<string, HistoryWorkout & { exerciseIds: string[] }>()
  const history: HistoryStore = {
    // Pages of two, so that workouts with the same start are split across pages.
    async page(_userId, exerciseIds, { from, after }) {
      const found = [...stored.values()]
        .filter(one => one.exerciseIds.some(id => exerciseIds.includes(id)))
        .filter(({ startedAt }) => !from || startedAt >= from)
        .filter(one => !after || order(one) > order({ ...after, id: after.workoutId }))
        .sort((a, b) => (order(a) < order(b) ? -1 : 1))
      read.workouts += Math.min(found.length, 2)
      return { workouts: found.slice(0, 2), isLast: found.length <= 2 }
    },
    starts: async (_userId, ids) => new Map(ids.map(id => [id, stored.get(id)!.startedAt])),
  }
  const read = { workouts: 0 }
  const service = recordService({
    records: recordStore(database),
    history,
    announcements: recordAnnouncements(openEvents(), async () => []),
    database,
    owned: { head: async () => head },
  })
  const previous = new Map<string, Record<string, string | null>>()
  const recordEntries = new Map<string, string>()

  const digestOf = (performed: PerformedWorkout | undefined, derived: WorkoutVersion['derived']) =>
    performed === undefined
      ? null
      : service.listener.digest({
          content: { exercises: performed.exercises } as unknown as WorkoutVersion['content'],
          bodyWeight: performed.bodyWeight,
          performed,
          derived,
        })

  async function write(batch: readonly (PerformedWorkout | string)[]): Promise<void> {
    const before = new Map(workouts)
    for (const one of batch) {
      if (typeof one === 'string') workouts.delete(one)
      else workouts.set(one.id, one)
    }
    const ids = new Set(batch.map(one => (typeof one === 'string' ? one : one.id)))
    const changes = [...ids]
      .map(id => {
        const derived = {
          bodyWeight: null,
          performed: [],
          previous: previous.get(id),
          recordEntries: recordEntries.get(id),
        }
        return {
          id,
          before: digestOf(before.get(id), stored.has(id) ? derived : null),
          after: digestOf(workouts.get(id), null),
        }
      })
      .filter(change => change.before ?? change.after)
    const context = { cause: 'SAVE', head, outcomeOf: () => null } as const
    const writes = await database.transaction(userId, () => service.listener.apply(userId, changes, context))
    for (const [path, use] of Object.entries(writes.head ?? {})) {
      const exerciseId = path.slice('exercises.'.length)
      if (use) uses[exerciseId] = use
      else Reflect.deleteProperty(uses, exerciseId)
    }
    for (const { id, set } of writes.derived ?? [])
      for (const [field, value] of Object.entries(set)) {
        const [name, exerciseId] = field.split('.') as [string, string?]
        if (name === 'recordEntries') recordEntries.set(id, value as string)
        else if (exerciseId === undefined) previous.set(id, value as Record<string, string | null>)
        else previous.set(id, { ...previous.get(id), [exerciseId]: value as string | null })
      }
    stored.clear()
    for (const { id, startedAt, exercises } of workouts.values()) {
      const exerciseIds = exercises.map(({ exerciseId }) => exerciseId)
      stored.set(id, {
        id,
        startedAt,
        recordEntries: recordEntries.get(id)!,
        previous: previous.get(id) ?? {},
        exerciseIds,
      })
    }
  }

  async function records() {
    const found = []
    for (let after: string | null = null; ;) {
      const page = await service.list(userId, { exerciseId: null, type: null }, { first: 100, after })
      found.push(...page.edges.map(({ node }) => node))
      after = page.pageInfo.endCursor
      if (!page.pageInfo.hasNextPage) return found
    }
  }
  return { userId, head, service, workouts, previous, write, records, read }
}

const order = ({ startedAt, id }: { startedAt: Date; id: string }) => startedAt.toISOString() + id

/** Returns comparable records in a fixed order. */
const toComparable = (records: readonly NaiveRecord[]) =>
  records
    .map(({ exerciseId, type, workoutId, value, unit, reps, achievedAt, setId, previous }) => {
      const name = `${exerciseId} ${type} ${workoutId}`
      return { name, value, unit, reps, achievedAt, setId, previous: previous && { ...previous } }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** Ignores floating-point noise. Rounding would separate values next to a half. */
const nearly = (value: number, target: number | undefined) =>
  target !== undefined && Math.abs(value - target) <= Math.abs(target) * 1e-11 ? target : value

function assertSame(found: readonly NaiveRecord[], expected: readonly NaiveRecord[]): void {
  const target = toComparable(expected)
  const near = toComparable(found).map(({ value, previous, ...record }, at) => {
    const other = target[at]
    const before = previous && { ...previous, value: nearly(previous.value, other?.previous?.value) }
    return { ...record, value: nearly(value, other?.value), previous: before }
  })
  assert.deepEqual(near, target)
}

async function check({ userId, head, service, workouts, previous, records }: ReturnType<typeof createUser>) {
  const all = [...workouts.values()]
  const expected = naiveRecords(all, exerciseIds)
  const found = await records()
  assertSame(found, expected.records)
  assert.ok(found.every((record, at) => record.achievedAt <= (found[at - 1] ?? record).achievedAt))
  const byExercise = await Promise.all(exerciseIds.map(id => service.currentRecords(userId, id)))
  assertSame(await service.findCurrent(userId, exerciseIds), expected.current)
  assertSame(byExercise.flat(), expected.current)

  const improved = expected.records.filter(record => record.previous).map(record => record.achievedAt)
  const latest = improved.sort((a, b) => b.getTime() - a.getTime()).slice(0, 10)
  assert.deepEqual(
    (await service.improvements(userId)).map(record => record.achievedAt),
    latest,
  )

  for (const exerciseId of exerciseIds) {
    const { summary: _, ...use } = exerciseUse(head, exerciseId) ?? { summary: '' }
    assert.deepEqual(use, naiveUse(all, exerciseId) ?? {})
  }
  for (const workout of all)
    for (const { exerciseId } of workout.exercises)
      assert.equal(
        previous.get(workout.id)?.[exerciseId],
        naivePrevious(all, workout, exerciseId),
        `previous of ${workout.id}`,
      )
}

for (const [name, open] of databases) {
  t.test(`keeps records equal to a replay of all workouts: ${name}`, async t => {
    const database = await open(t)
    createUser(database)
    await database.prepare()
    await fc.assert(
      fc.asyncProperty(batches, async batches => {
        const user = createUser(database)
        for (const batch of batches) {
          await user.write(batch)
          await check(user)
        }
      }),
      { numRuns: name === 'embedded' ? 40 : 5 },
    )
  })
}

t.test('does not record a series of improvements of less than one part in a million each', async t => {
  const [[, open] = []] = databases
  const database = await open!(t)
  const { write, records } = createUser(database)
  await database.prepare()
  const [exerciseId = ''] = exerciseIds
  const lifted = (number: number, value: number): PerformedWorkout => {
    const set = {
      id: 'a',
      type: 'NORMAL',
      loadMode: 'EXTERNAL',
      load: { value, unit: 'KG' },
      reps: 1,
    } as const
    const rest = { durationSeconds: null, distanceMeters: null, rpe: null, rir: null }
    return {
      id: new ObjectId().toHexString(),
      startedAt: new Date(Date.UTC(2024, 0, number)),
      ...{ isCompleted: true, bodyWeight: null, programDay: null },
      exercises: [
        {
          entryId: 'e',
          exerciseId,
          trackingType: 'WEIGHT_REPS',
          bodyweightShare: 0,
          sets: [{ ...set, ...rest }],
        },
      ],
    }
  }
  // The third exceeds the tolerance compared to the first, but not compared to the second.
  await write([lifted(1, 100), lifted(2, 100.00008), lifted(3, 100.00012)])
  const weights = (await records()).filter(({ type }) => type === 'WEIGHT')
  t.same(
    weights.map(({ value }) => value),
    [100],
  )
})

t.test('reads no history for a new workout, and little for an edited one', async t => {
  const [[, open] = []] = databases
  const { write, read, records } = createUser(await open!(t))
  const [exerciseId = ''] = exerciseIds
  const session = (day: number, reps: number, isCompleted = true): PerformedWorkout => {
    const set = {
      id: 'a',
      type: 'NORMAL',
      loadMode: 'EXTERNAL',
      load: { value: 50, unit: 'KG' },
      reps,
    } as const
    const rest = { durationSeconds: null, distanceMeters: null, rpe: null, rir: null }
    return {
      id: day.toString(16).padStart(24, '0'),
      startedAt: new Date(Date.UTC(2024, 0, day)),
      ...{ isCompleted, bodyWeight: null, programDay: null },
      exercises: [
        {
          entryId: 'e',
          exerciseId,
          trackingType: 'WEIGHT_REPS',
          bodyweightShare: 0,
          sets: [{ ...set, ...rest }],
        },
      ],
    }
  }
  await write(Array.from({ length: 30 }, (_, at) => session(at + 1, 1 + (at % 5))))
  await write([session(31, 3, false)])
  await write([session(31, 4, false)])
  await write([session(31, 9)])
  t.equal(read.workouts, 0, 'reads no workouts to start, continue and finish one')
  await write([session(31, 10)])
  t.equal(read.workouts, 1, 'reads one workout to edit the latest one')
  await write([session(20, 2)])
  t.ok(read.workouts <= 7, `a past workout, edited: ${read.workouts}`)
  const volumes = (await records()).filter(({ type }) => type === 'VOLUME')
  t.same(
    volumes.map(({ value }) => value).sort((a, b) => a - b),
    [50, 100, 150, 200, 250, 500],
  )
})
