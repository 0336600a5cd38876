import { Readable } from 'node:stream'
import { rateLimited, unavailable } from '../../../errors.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { AuditService } from '../../people/audit/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { Locale } from '../../../lib/locales.js'
import { exerciseIdsInUse } from '../../training/exercises/exercise-use.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { UserData } from '../../feature.js'
import type { StoredRecord } from '../../owned/models.js'
import {
  exerciseIdsOf,
  readExportedRecord,
  restoredTypes,
  type RestoredType,
} from '../imports/parsing/exported-records.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { Client } from '../../../viewer.js'
import { createArchive, type ArchiveFile } from '../../../lib/archive.js'
import { generateDataJson } from './data-json.js'
import { exerciseNamer } from './exercise-namer.js'
import { generateWorkoutsCsv } from './workouts-csv.js'

/** The maximum number of concurrent exports in this process. Each reads all data of a user. */
const maxConcurrentExports = 4

interface Dependencies {
  userData(): readonly UserData[]
  audit: Pick<AuditService, 'record'>
  owned: Pick<OwnedService, 'head'>
  profile: Pick<ProfileService, 'get'>
  consents: Pick<ConsentService, 'list'>
  exercises: Pick<ExerciseService, 'findMany' | 'listAll'>
  workouts: Pick<WorkoutService, 'streamOldestFirst'>
  /** Yields the records of a type. */
  streamRecords(userId: string, type: RestoredType): AsyncIterable<Pick<StoredRecord, 'id' | 'content'>>
  storage: Pick<ObjectStorage, 'read'>
  clock: () => Date
}

/** Exports all data of a user as a zip archive. */
export function exportService(dependencies: Dependencies) {
  const { userData, audit, owned, profile, consents, exercises, workouts, streamRecords, storage, clock } =
    dependencies
  /** The ids of the users whose exports are in progress. */
  const running = new Set<string>()

  /**
   * Yields the exercises that workouts and other records reference. An import needs them because exercises of the catalogue
   * have other ids in another database, and deleted exercises have no record of their own.
   */
  async function* referencedExercises(userId: string): AsyncGenerator<object> {
    const head = await owned.head(userId)
    const ids = new Set(exerciseIdsInUse(head))
    for (const type of restoredTypes)
      if (head.counts[type])
        for await (const { id, content } of streamRecords(userId, type)) {
          const record = readExportedRecord({ type, id, content })
          for (const exerciseId of record ? exerciseIdsOf(record) : []) ids.add(exerciseId)
        }
    const exercisesById = await exercises.findMany(userId, ids)
    for (const exercise of exercisesById.values()) {
      const { id, slug, name, source, trackingType, primaryMuscles, secondaryMuscles } = exercise
      yield { id, slug, name, source, trackingType, primaryMuscles, secondaryMuscles }
    }
  }

  function* listsOf(userId: string): Generator<readonly [string, AsyncIterable<object>]> {
    yield ['account', single(() => profile.get(userId))]
    yield ['consents', items(() => consents.list(userId))]
    yield ['exercises', referencedExercises(userId)]
    for (const { export: lists } of [...userData()].reverse()) yield* Object.entries(lists?.(userId) ?? {})
  }

  async function* filesOf(userId: string, locale: Locale): AsyncGenerator<ArchiveFile> {
    const modifiedAt = clock()
    const textFile = (path: string, chunks: () => AsyncIterable<string>): ArchiveFile => ({
      path,
      modifiedAt,
      isText: true,
      open: async () => Readable.from(chunks(), { objectMode: false }),
    })
    yield textFile('data.json', () => generateDataJson(modifiedAt, listsOf(userId)))
    const getExercise = await exerciseNamer(exercises, userId, locale)
    yield textFile('workouts.csv', () => generateWorkoutsCsv(contentsOf(userId), getExercise))
    for (const { files } of [...userData()].reverse())
      for await (const { path, fileKey, storedAt } of files?.(userId) ?? [])
        yield {
          path,
          modifiedAt: storedAt,
          isText: false,
          open: () => storage.read('user-assets', fileKey),
        }
  }

  async function* contentsOf(userId: string) {
    for await (const { content } of workouts.streamOldestFirst(userId)) if (content) yield content
  }

  return {
    /**
     * Starts an export. Returns a zip archive that is generated while it is read; destroy it to cancel the export.
     * @param options.locale the language of the exercise names in `workouts.csv`
     * @throws AppError RATE_LIMITED if an export of this user is in progress, SERVICE_UNAVAILABLE
     */
    async begin(userId: string, { client, locale }: { client: Client; locale: Locale }): Promise<Readable> {
      // One export per user, so that a user who downloads slowly does not block the others.
      if (running.has(userId))
        throw rateLimited('You already have an export in progress. Try again when it has finished.', 30)
      if (running.size >= maxConcurrentExports)
        throw unavailable('Too many exports are in progress. Try again in a moment.', 30)
      running.add(userId)
      try {
        await audit.record({ actor: userId, subject: userId, action: 'DATA_EXPORTED', client })
        return createArchive(filesOf(userId, locale)).once('close', () => running.delete(userId))
      } catch (error) {
        running.delete(userId)
        throw error
      }
    },
  }
}

export type ExportService = ReturnType<typeof exportService>

async function* single(read: () => Promise<object>): AsyncGenerator<object> {
  yield await read()
}

async function* items(read: () => Promise<readonly object[]>): AsyncGenerator<object> {
  yield* await read()
}
