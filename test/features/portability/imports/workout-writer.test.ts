import t from 'tap'
import type { ImportJob } from '../../../../src/features/portability/imports/store.js'
import { toCandidate, type Candidate } from '../../../../src/features/portability/imports/sources/source.js'
import { startProgress } from '../../../../src/features/portability/imports/progress.js'
import { workoutWriter } from '../../../../src/features/portability/imports/workout-writer.js'
import type { SaveWrite } from '../../../../src/features/owned/models.js'
import type { WorkoutContent } from '../../../../src/features/training/workouts/models.js'
import { MiB } from '../../../../src/lib/quantities.js'
import { newId } from '../../training/workouts/workouts.js'
import { now } from './imports.js'

const job: ImportJob = {
  id: newId(),
  userId: newId(),
  fileKey: '',
  attempts: 1,
  ...{ recordsRestored: 0, unmatched: [], created: [] },
  options: {
    source: 'AUTO',
    weightUnit: 'KG',
    distanceUnit: 'KM',
    timezone: 'UTC',
    dryRun: false,
    mapping: [],
  },
}

interface Size {
  entries: number
  sets: number
  notes: string
}

/** A workout on a day of its own, so that the limit per day does not apply. */
function candidate(day: number, { entries, sets, notes }: Size): Candidate {
  const startedAt = new Date(now.getTime() - (day + 1) * 86_400_000)
  const exercises = Array.from({ length: entries }, () => ({
    id: newId(),
    exerciseId: newId(),
    notes,
    sets: Array.from({ length: sets }, () => ({ id: newId() })),
  }))
  const draft = { id: newId(), startedAt, timezone: 'UTC', notes, exercises }
  return toCandidate(draft, {
    line: day,
    fallbackId: null,
    isOwnExport: false,
    bodyWeight: null,
  }) as Candidate
}

/** Imports workouts of one size. @returns the workouts that each transaction writes */
async function batchesOf(count: number, size: Size): Promise<SaveWrite<WorkoutContent>[][]> {
  const batches: SaveWrite<WorkoutContent>[][] = []
  const writer = workoutWriter({
    importedWorkouts: { findImportIds: async () => new Map(), add: async () => undefined },
    workouts: {
      findDuplicateIds: async () => [],
      importRecordType: () => ({
        apply: async (_userId: string, saves: readonly SaveWrite<WorkoutContent>[]) => {
          batches.push([...saves])
          return saves.map(() => ({ status: 'APPLIED' }))
        },
      }),
    },
    database: { transaction: async (_userId: string, work: () => Promise<unknown>) => work() },
    clock: () => now,
  } as unknown as Parameters<typeof workoutWriter>[0])
  const progress = startProgress(job)
  const lease = { signal: new AbortController().signal, renew: async () => undefined }
  const batch = writer(job, progress, lease)
  for (let day = 0; day < count; day++) await batch.add(candidate(day, size))
  await batch.end()
  t.equal(progress.counts.workoutsMade, count)
  t.equal(batches.flat().length, count)
  return batches
}

const bytesOf = (batch: readonly SaveWrite<WorkoutContent>[]) =>
  batch
    .flatMap(({ content }) => [content.notes, ...content.exercises.map(({ notes }) => notes)])
    .reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
const setsOf = (batch: readonly SaveWrite<WorkoutContent>[]) =>
  batch.flatMap(({ content }) => content.exercises.flatMap(({ sets }) => sets)).length

t.test('writes at most 20 workouts per transaction', async () => {
  const batches = await batchesOf(50, { entries: 1, sets: 1, notes: '' })
  t.same(
    batches.map(({ length }) => length),
    [20, 20, 10],
  )
})

t.test('writes at most 500 sets per transaction', async () => {
  const batches = await batchesOf(20, { entries: 5, sets: 20, notes: '' })
  t.same(batches.map(setsOf), [500, 500, 500, 500])
})

t.test('writes at most 1 MiB of texts per transaction, measured in bytes', async () => {
  for (const letter of ['n', 'ж', '語', '💪']) {
    const batches = await batchesOf(40, { entries: 20, sets: 1, notes: letter.repeat(5000) })
    t.ok(
      Math.max(...batches.map(bytesOf)) <= 1 * MiB,
      `${Math.max(...batches.map(bytesOf))} bytes of ${letter}`,
    )
  }
})

t.test('writes a workout that exceeds a limit alone in its own transaction', async () => {
  const batches = await batchesOf(3, { entries: 50, sets: 50, notes: '💪'.repeat(5000) })
  t.same(
    batches.map(({ length }) => length),
    [1, 1, 1],
  )
})
