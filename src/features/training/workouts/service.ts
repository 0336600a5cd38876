import { badUserInputAt, notFound } from '../../../errors.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Load } from '../../../lib/units.js'
import type { Locale } from '../../../lib/locales.js'
import { exerciseUse } from '../exercises/exercise-use.js'
import { withDefaultRests } from '../exercise-settings/default-rests.js'
import type { ExerciseSettingsService } from '../exercise-settings/service.js'
import { mapNodes, type Page, type PageArguments } from '../../../lib/pages.js'
import type { Events } from '../../../platform/events/events.js'
import type { Database } from '../../../platform/database/database.js'
import type { StoredRecord, WriteResult } from '../../owned/models.js'
import { unchangedResult } from '../../owned/write-result.js'
import { readFilter, readStart, readSwap, type StartSource } from './input.js'
import type { WorkoutListeners } from './listeners.js'
import type { LateProvider } from '../../../lib/late-provider.js'
import type { ProgramDays, Routines } from './start-sources.js'
import { topicOf, workoutRecordType, type WorkoutRecordTypeDependencies } from './record-type.js'
import type {
  ExercisePerformance,
  StartDraft,
  SwapDraft,
  Workout,
  WorkoutContent,
  WorkoutFilterDraft,
  WorkoutSet,
} from './models.js'
import { toExercisePerformance, presentWorkouts } from './presentation.js'
import { limitPage } from '../../../lib/page-limit.js'
import {
  emptyTemplate,
  templateFromWorkout,
  createWorkoutContent,
  templateFromProgramDay,
  templateFromRoutine,
  type WorkoutTemplate,
} from './template.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import type { StoredWorkout, WorkoutStore } from './store.js'
import { statisticsRebuilder } from './rebuild.js'
import { performedExercises } from './performed.js'
import { swapExercise } from './swap.js'
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
  const { workouts, owned, exercises, exerciseSettings, listeners, programDays, routines, events } =
    dependencies
  const recordType = workoutRecordType(dependencies, { cause: 'SAVE' })
  const importRecordType = (knownBodyWeight: (workoutId: string) => Load | null) =>
    workoutRecordType(dependencies, { cause: 'IMPORT', knownBodyWeight })

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

  /** The completed sets of each exercise in the last workout in which it was performed, by exercise. */
  async function lastPerformances(
    userId: string,
    exerciseIds: readonly string[],
  ): Promise<Map<string, WorkoutSet[]>> {
    const head = await owned.head(userId)
    const times = exerciseIds.flatMap(id => exerciseUse(head, id)?.lastPerformedAt ?? [])
    const rows = times.length === 0 ? [] : await workouts.findStartingAt(userId, times)
    return new Map(
      exerciseIds.flatMap(exerciseId => {
        const startedAt = exerciseUse(head, exerciseId)?.lastPerformedAt?.getTime()
        const found = rows.find(
          ({ content }) =>
            content !== null &&
            content.startedAt.getTime() === startedAt &&
            performedExercises(content).includes(exerciseId),
        )
        const entries = found?.content?.exercises.filter(entry => entry.exerciseId === exerciseId) ?? []
        const sets = entries.flatMap(entry => entry.sets.filter(({ completedAt }) => completedAt !== null))
        return sets.length > 0 ? [[exerciseId, sets] as const] : []
      }),
    )
  }

  /** @param path of the input in the request @throws AppError BAD_USER_INPUT */
  async function resolveTemplate(
    userId: string,
    { programDay, routine, workout }: StartSource,
    path: string,
    locale: Locale,
  ): Promise<WorkoutTemplate> {
    if (programDay) {
      const plan = await programDays.get().plan(userId, programDay, locale)
      if (plan) {
        const ids = plan.exercises.map(({ exerciseId }) => exerciseId)
        const [exercisesById, settings] = await Promise.all([
          exercises.findMany(userId, ids),
          exerciseSettings.findMany(userId, ids),
        ])
        return templateFromProgramDay(programDay, withDefaultRests(plan, settings), exercisesById)
      }
      throw badUserInputAt(`${path}.from.programDay`, 'must be a training day of one of your enrollments.')
    }
    if (routine !== null) {
      const plan = await routines.get().plan(userId, routine)
      if (!plan) throw badUserInputAt(`${path}.from.routine`, 'must be the id of one of your routines.')
      const ids = plan.exercises.map(({ exerciseId }) => exerciseId)
      const [exercisesById, settings, performances] = await Promise.all([
        exercises.findMany(userId, ids),
        exerciseSettings.findMany(userId, ids),
        lastPerformances(userId, ids),
      ])
      return templateFromRoutine(routine, withDefaultRests(plan, settings), exercisesById, performances)
    }
    if (workout === null) return emptyTemplate
    const row = await workouts.find(userId, workout)
    if (!row?.content) throw badUserInputAt(`${path}.from.workout`, 'must be the id of one of your workouts.')
    return templateFromWorkout(row.content)
  }

  const commands = {
    /**
     * Starts a workout. A workout with the same id and start is not changed.
     * @param path of the input in the request
     * @param locale of the title and the notes that are copied from a built-in program
     * @throws AppError BAD_USER_INPUT
     */
    async start(userId: string, draft: StartDraft, path: string, locale: Locale): Promise<WriteResult> {
      const { id, startedAt, timezone, from } = readStart(draft, path)
      const write = {
        id,
        expectedVersion: null,
        fingerprint: `start ${fingerprintOf({ startedAt, timezone, from })}`,
      }
      const [row, repeated] = await Promise.all([
        workouts.find(userId, id),
        recordType.findRepeated(userId, write),
      ])
      if (row?.content?.startedAt.getTime() === startedAt.getTime()) return unchangedResult(row)
      if (repeated) return repeated
      const content = createWorkoutContent(
        { id, startedAt, timezone },
        await resolveTemplate(userId, from, path, locale),
      )
      return recordType.save(userId, { ...write, content, path })
    },

    /** @param path of the input in the request @throws AppError BAD_USER_INPUT, NOT_FOUND */
    async swapExercise(userId: string, draft: SwapDraft, path: string): Promise<WriteResult> {
      const { workoutId, exerciseEntryId, exerciseId, expectedVersion } = readSwap(draft, path)
      const fingerprint = `swap ${exerciseEntryId} ${exerciseId}`
      const repeated = await recordType.findRepeated(userId, { id: workoutId, expectedVersion, fingerprint })
      if (repeated) return repeated
      const row = await workouts.find(userId, workoutId)
      if (!row?.content) throw notFound('workout')
      const exercisesById = await exercises.findMany(userId, [exerciseId])
      if (!exercisesById.has(exerciseId)) throw unknownExercise(`${path}.exerciseId`)
      const content = swapExercise(row.content, exerciseEntryId, exerciseId)
      if (!content)
        throw badUserInputAt(`${path}.exerciseEntryId`, 'must be the id of an entry of the workout.')
      const write = { id: workoutId, expectedVersion: expectedVersion ?? row.version, fingerprint }
      return recordType.save(userId, { ...write, content, path })
    },
  }

  return {
    recordType,
    commands,
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

    lastPerformances,

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
