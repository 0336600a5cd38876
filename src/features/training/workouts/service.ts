import { notFound } from '../../../errors.js'
import type { Load } from '../../../lib/units.js'
import type { ExerciseSettingsService } from '../exercise-settings/service.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Events } from '../../../platform/events/events.js'
import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord } from '../../owned/models.js'
import { workoutCommands } from './commands.js'
import { readFilter } from './input.js'
import { lastPerformances } from './last-performances.js'
import type { WorkoutListeners } from './listeners.js'
import type { LateProvider } from '../../../lib/late-provider.js'
import type { ProgramDays, Routines } from './start-sources.js'
import { topicOf, workoutRecordType, type WorkoutRecordTypeDependencies } from './record-type.js'
import type { ExercisePerformance, Workout, WorkoutContent, WorkoutFilterDraft } from './models.js'
import { toExercisePerformance, presentWorkouts } from './presentation.js'
import { limitPage } from '../../../lib/page-limit.js'
import { templateReader } from './template-reader.js'
import type { StoredWorkout, WorkoutStore } from './store.js'
import { statisticsRebuilder } from './rebuild.js'
import { readAfterEach } from './updates.js'

interface Dependencies extends WorkoutRecordTypeDependencies {
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany'>
  workouts: WorkoutStore
  database: Pick<Database, 'afterCommit' | 'transaction'>
  listeners: WorkoutListeners
  programDays: LateProvider<ProgramDays>
  routines: LateProvider<Routines>
  events: Events
}

export function workoutService(dependencies: Dependencies) {
  const { workouts, owned, exercises, listeners, programDays, routines, events } = dependencies
  const recordType = workoutRecordType(dependencies, { cause: 'SAVE' })
  const importRecordType = (knownBodyWeight: (workoutId: string) => Load | null) =>
    workoutRecordType(dependencies, { cause: 'IMPORT', knownBodyWeight })

  const findLastPerformances = lastPerformances({ owned, workouts })
  const readTemplate = templateReader({ ...dependencies, findLastPerformances })

  const present = (userId: string, rows: readonly StoredRecord[]): Workout[] =>
    presentWorkouts(rows as readonly StoredWorkout[], {
      exercises: ids => exercises.findMany(userId, ids),
      workout: id => workouts.find(userId, id),
    })

  const presentOne = (userId: string, row: StoredRecord | null): Workout | null =>
    present(userId, row ? [row] : [])[0] ?? null

  const find = async (userId: string, id: string) => presentOne(userId, await workouts.find(userId, id))

  /** @throws AppError NOT_FOUND */
  async function get(userId: string, id: string): Promise<Workout> {
    const workout = await find(userId, id)
    if (!workout) throw notFound('workout')
    return workout
  }

  function presentPage<Count extends number | null>(
    userId: string,
    page: Page<StoredWorkout, Count>,
    pageArguments: PageArguments,
  ) {
    const limited = limitPage(page, pageArguments)
    const presented = present(
      userId,
      limited.edges.map(({ node }) => node),
    )
    return mapNodes(limited, (_row, index) => presented[index] ?? null)
  }

  return {
    recordType,
    commands: workoutCommands({ recordType, workouts, exercises, readTemplate }),
    /** Registers a feature that derives data from workouts. Must be called while features are created. */
    addListener: listeners.add,
    provideProgramDays: programDays.provide,
    provideRoutines: routines.provide,
    /** Rebuilds all data that is derived from workouts. @returns false if the user wrote during each attempt */
    rebuild: statisticsRebuilder(dependencies),
    /** Creates the record type for one import, which does not announce personal records. */
    importRecordType,
    get,
    /** Presents any number of workouts in a constant number of reads. */
    present,

    streamOldestFirst: workouts.streamOldestFirst,
    startsBetween: workouts.startsBetween,
    latestTimezone: workouts.latestTimezone,

    /** The ids of those workouts that have the start and the title of a stored workout of the user. */
    async findDuplicateIds(
      userId: string,
      saves: readonly { id: string; content: Pick<WorkoutContent, 'startedAt' | 'title'> }[],
    ): Promise<string[]> {
      const stored = await workouts.findStartingAt(
        userId,
        saves.map(({ content }) => content.startedAt),
      )
      const keyOf = ({ startedAt, title }: Pick<WorkoutContent, 'startedAt' | 'title'>) =>
        `${startedAt.getTime()} ${title ?? ''}`
      const keys = new Set(stored.flatMap(({ content }) => (content ? [keyOf(content)] : [])))
      return saves.filter(({ content }) => keys.has(keyOf(content))).map(({ id }) => id)
    },

    /** Reads workouts in one command. Omits workouts that do not exist. */
    async findMany(userId: string, ids: readonly string[]): Promise<Workout[]> {
      const rows = await Promise.all(ids.map(id => workouts.find(userId, id)))
      return present(
        userId,
        rows.flatMap(row => row ?? []),
      )
    },

    async active(userId: string): Promise<Workout | null> {
      const { active } = await owned.head(userId)
      return active.WORKOUT === undefined ? null : find(userId, active.WORKOUT)
    },

    /** The workouts that match the filter, the latest start first. @throws AppError BAD_USER_INPUT */
    async list(
      userId: string,
      draft: WorkoutFilterDraft,
      pageArguments: PageArguments,
    ): Promise<Page<Workout, number | null>> {
      const filter = readFilter(draft, 'filter')
      const isFiltered = Object.values(filter).some(value => value !== null)
      const { counts, active } = await owned.head(userId)
      const conditions = { ...filter, active: active.WORKOUT ?? null }
      const totalCount = isFiltered ? null : (counts.WORKOUT ?? 0)
      return presentPage(
        userId,
        await workouts.page(userId, conditions, totalCount, pageArguments),
        pageArguments,
      )
    },

    /** The completed sets of an exercise by workout, the latest start first. @throws AppError BAD_USER_INPUT */
    async history(
      userId: string,
      exerciseId: string,
      pageArguments: PageArguments,
    ): Promise<Page<ExercisePerformance, number | null>> {
      const page = presentPage(
        userId,
        await workouts.history(userId, exerciseId, pageArguments),
        pageArguments,
      )
      return mapNodes(page, workout => toExercisePerformance(workout, exerciseId))
    },

    lastPerformances: findLastPerformances,

    /** The workout after each change. Ends with null when it is deleted. @throws AppError NOT_FOUND */
    async updates(userId: string, id: string): Promise<AsyncIterableIterator<Workout | null>> {
      const changes = events.subscribe(topicOf(id))
      try {
        await get(userId, id)
      } catch (error) {
        await changes.return?.()
        throw error
      }
      return readAfterEach(changes, () => find(userId, id))
    },
  }
}

export type WorkoutService = ReturnType<typeof workoutService>
