import { badUserInputAt } from '../../../errors.js'
import type { LateProvider } from '../../../lib/late-provider.js'
import type { Locale } from '../../../lib/locales.js'
import { withDefaultRests } from '../exercise-settings/default-rests.js'
import type { ExerciseSettingsService } from '../exercise-settings/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { StartSource } from './input.js'
import type { FindLastPerformances } from './last-performances.js'
import type { WorkoutProgramDay } from './models.js'
import type { ProgramDays, Routines } from './start-sources.js'
import type { WorkoutStore } from './store.js'
import {
  emptyTemplate,
  templateFromProgramDay,
  templateFromRoutine,
  templateFromWorkout,
  type PlannedDay,
  type WorkoutTemplate,
} from './template.js'

interface Dependencies {
  workouts: Pick<WorkoutStore, 'find'>
  exercises: Pick<ExerciseService, 'findMany'>
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany'>
  programDays: Pick<LateProvider<ProgramDays>, 'get'>
  routines: Pick<LateProvider<Routines>, 'get'>
  findLastPerformances: FindLastPerformances
}

/** Reads the program day, the routine or the workout that a new workout copies. */
export function templateReader(dependencies: Dependencies) {
  const { workouts, exercises, exerciseSettings, programDays, routines, findLastPerformances } = dependencies

  const exerciseIdsOf = (day: PlannedDay) => day.exercises.map(({ exerciseId }) => exerciseId)

  async function readProgramDay(
    userId: string,
    programDay: WorkoutProgramDay,
    path: string,
    locale: Locale,
  ): Promise<WorkoutTemplate> {
    const plan = await programDays.get().plan(userId, programDay, locale)
    if (!plan) throw badUserInputAt(path, 'must be a training day of one of your enrollments.')
    const ids = exerciseIdsOf(plan)
    const [exercisesById, settings] = await Promise.all([
      exercises.findMany(userId, ids),
      exerciseSettings.findMany(userId, ids),
    ])
    return templateFromProgramDay(programDay, withDefaultRests(plan, settings), exercisesById)
  }

  async function readRoutine(userId: string, routineId: string, path: string): Promise<WorkoutTemplate> {
    const plan = await routines.get().plan(userId, routineId)
    if (!plan) throw badUserInputAt(path, 'must be the id of one of your routines.')
    const ids = exerciseIdsOf(plan)
    const [exercisesById, settings, performances] = await Promise.all([
      exercises.findMany(userId, ids),
      exerciseSettings.findMany(userId, ids),
      findLastPerformances(userId, ids),
    ])
    return templateFromRoutine(routineId, withDefaultRests(plan, settings), exercisesById, {
      performances,
      settings,
    })
  }

  async function readWorkout(userId: string, workoutId: string, path: string): Promise<WorkoutTemplate> {
    const row = await workouts.find(userId, workoutId)
    if (!row?.content) throw badUserInputAt(path, 'must be the id of one of your workouts.')
    return templateFromWorkout(row.content)
  }

  /**
   * @param path of the source in the request
   * @param locale of the title and the notes of a built-in program
   * @throws AppError BAD_USER_INPUT
   */
  return async function readTemplate(
    userId: string,
    { programDay, routine, workout }: StartSource,
    path: string,
    locale: Locale,
  ): Promise<WorkoutTemplate> {
    if (programDay) return readProgramDay(userId, programDay, `${path}.programDay`, locale)
    if (routine !== null) return readRoutine(userId, routine, `${path}.routine`)
    if (workout !== null) return readWorkout(userId, workout, `${path}.workout`)
    return emptyTemplate
  }
}

export type ReadTemplate = ReturnType<typeof templateReader>
