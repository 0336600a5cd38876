import { Readable } from 'node:stream'
import { rateLimited, unavailable } from '../../../errors.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { AuditService } from '../../people/audit/service.js'
import type { ConsentService } from '../../people/consents/service.js'
import { locales, type Locale } from '../../../lib/locales.js'
import { exerciseIdsInUse } from '../../training/exercises/exercise-use.js'
import { localizedTexts, type Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { UserData } from '../../feature.js'
import { customExerciseName, normalizeName } from '../imports/matching/exercise-matcher.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { Client } from '../../../viewer.js'
import { createArchive, type ArchiveFile } from '../../../lib/archive.js'
import { generateDataJson } from './data-json.js'
import { generateWorkoutsCsv, type NamedExercise, type ExerciseNamer } from './workouts-csv.js'

/** How many are made at once in this process: each reads all that somebody has. */
const mostAtOnce = 4

interface Dependencies {
  userData(): readonly UserData[]
  audit: Pick<AuditService, 'record'>
  owned: Pick<OwnedService, 'head'>
  profile: Pick<ProfileService, 'get'>
  consents: Pick<ConsentService, 'list'>
  exercises: Pick<ExerciseService, 'known' | 'everything'>
  workouts: Pick<WorkoutService, 'everyOldestFirst'>
  storage: Pick<ObjectStorage, 'read'>
  clock: () => Date
}

/** Everything that is kept of a person, for them to take along. */
export function exportService(dependencies: Dependencies) {
  const { userData, audit, owned, profile, consents, exercises, workouts, storage, clock } = dependencies
  /** Whose are being made. */
  const running = new Set<string>()

  /**
   * The exercises that workouts name. An import needs them because exercises of the catalogue have other ids in another
   * database, and deleted exercises have no record of their own.
   */
  async function* namedExercises(userId: string): AsyncGenerator<object> {
    const known = await exercises.known(userId, exerciseIdsInUse(await owned.head(userId)))
    for (const exercise of known.values()) {
      const { id, slug, name, source, trackingType, primaryMuscles, secondaryMuscles } = exercise
      yield { id, slug, name, source, trackingType, primaryMuscles, secondaryMuscles }
    }
  }

  function* listsOf(userId: string): Generator<readonly [string, AsyncIterable<object>]> {
    yield ['account', single(() => profile.get(userId))]
    yield ['consents', several(() => consents.list(userId))]
    yield ['exercises', namedExercises(userId)]
    for (const { export: lists } of [...userData()].reverse()) yield* Object.entries(lists?.(userId) ?? {})
  }

  async function* filesOf(userId: string, locale: Locale): AsyncGenerator<ArchiveFile> {
    const modifiedAt = clock()
    const text = (path: string, pieces: () => AsyncIterable<string>): ArchiveFile => ({
      ...{ path, modifiedAt, isText: true },
      open: async () => Readable.from(pieces(), { objectMode: false }),
    })
    yield text('data.json', () => generateDataJson(modifiedAt, listsOf(userId)))
    const named = await namer(userId, locale)
    yield text('workouts.csv', () => generateWorkoutsCsv(contentsOf(userId), named))
    for (const { files } of [...userData()].reverse())
      for await (const { path, fileKey, storedAt } of files?.(userId) ?? [])
        yield {
          ...{ path, modifiedAt: storedAt, isText: false },
          open: () => storage.read('user-assets', fileKey),
        }
  }

  async function* contentsOf(userId: string) {
    for await (const { content } of workouts.everyOldestFirst(userId)) if (content) yield content
  }

  /** Names in a language, one for each exercise: an import finds them by it, whatever the language. */
  async function namer(userId: string, locale: Locale): Promise<ExerciseNamer> {
    const { catalogue } = await exercises.everything(userId)
    const taken = new Map(
      catalogue.flatMap(exercise =>
        locales.map(other => [normalizeName(localizedTexts(exercise, other).name), exercise.id] as const),
      ),
    )
    const known = new Map<string, NamedExercise>()
    return async id => {
      const before = known.get(id)
      if (before) return before
      const exercise = (await exercises.known(userId, [id])).get(id)
      const name = exercise ? localizedTexts(exercise, locale).name : id
      const named = { ...(exercise ?? gone(id)), name: nameOf({ id, name }, taken) }
      known.set(id, named)
      return named
    }
  }

  return {
    /**
     * A zip, made as it is read. Who does not read it to the end ends it by destroying it.
     * @param options.locale language of the names of exercises in `workouts.csv`
     * @throws AppError RATE_LIMITED where one of this person is being made, SERVICE_UNAVAILABLE
     */
    async begin(userId: string, { client, locale }: { client: Client; locale: Locale }): Promise<Readable> {
      // Who reads slowly takes nobody else's place.
      if (running.has(userId))
        throw rateLimited('Another export of yours is in progress. Try again when it has finished.', 30)
      if (running.size >= mostAtOnce)
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

async function* several(read: () => Promise<readonly object[]>): AsyncGenerator<object> {
  yield* await read()
}

/** What was deleted after its workout was read. */
const gone = (id: string) => ({ id, name: id, trackingType: 'WEIGHT_REPS', source: 'own' }) as const

function nameOf({ id, name }: Pick<Exercise, 'id' | 'name'>, taken: Map<string, string>): string {
  for (let number = 0; ; number++) {
    const own = number === 0 ? name : customExerciseName(name, number)
    const holder = taken.get(normalizeName(own)) ?? id
    taken.set(normalizeName(own), holder)
    if (holder === id) return own
  }
}
