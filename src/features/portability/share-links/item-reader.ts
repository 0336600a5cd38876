import type { ProgramService } from '../../training/programs/service.js'
import { routineFromWorkout } from '../../training/routines/from-workout.js'
import type { RoutineService } from '../../training/routines/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { PlannedSession, SharedItem, ShareSubject } from './models.js'

/** The title of a workout without a title. */
const workoutTitle = 'Workout'

export interface ItemReaderDependencies {
  programs: Pick<ProgramService, 'find' | 'weeks'>
  routines: Pick<RoutineService, 'find'>
  workouts: Pick<WorkoutService, 'findMany'>
}

/** Reads the programs, routines and workouts that are shared. */
export function itemReader({ programs, routines, workouts }: ItemReaderDependencies) {
  async function readRoutine(ownerId: string, id: string): Promise<PlannedSession | null> {
    const content = (await routines.find(ownerId, id))?.content
    return content ? { name: content.title, exercises: content.exercises } : null
  }

  async function readWorkout(ownerId: string, id: string): Promise<PlannedSession | null> {
    const [workout] = await workouts.findMany(ownerId, [id])
    if (!workout) return null
    const { title, exercises } = routineFromWorkout({ id, title: null }, workout, 'input.subject.workoutId')
    return { name: workout.title === null ? workoutTitle : title, exercises }
  }

  /** Returns null if the item does not exist. @throws AppError BAD_USER_INPUT if a workout is too large to be shown */
  return async function readItem(
    ownerId: string,
    { kind, id }: ShareSubject,
  ): Promise<Pick<SharedItem, 'title' | 'weekCount' | 'days'> | null> {
    if (kind === 'PROGRAM') {
      const program = await programs.find(ownerId, id)
      return (
        program && {
          title: program.title,
          weekCount: program.durationWeeks,
          async days(week) {
            const found = await programs.weeks(ownerId, program, week, 1)
            return found.flatMap(({ days }) => days.filter(({ isRest }) => !isRest))
          },
        }
      )
    }
    const day = kind === 'ROUTINE' ? await readRoutine(ownerId, id) : await readWorkout(ownerId, id)
    return day && { title: day.name, weekCount: 1, days: async () => [day] }
  }
}
