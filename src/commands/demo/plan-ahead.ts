import {
  CreateRoutineFromWorkoutDocument,
  SaveGoalDocument,
  SetEnrollmentUnitDocument,
} from '../../../generated/operations/client.js'
import { pluralize } from '../../lib/plural.js'
import { newId, type Client } from '../../client/index.js'
import { formatTarget } from './training.js'

interface PlanAhead {
  device: Client
  enrollmentId: string
  workoutId: string
  /** The first day that counts for the goal. */
  startsOn: string
  print(source: string, text: string): void
}

/** The difference between the goal and the next load, in pounds. */
const gain = 50

/** Keeps a workout as a routine, changes the unit of the program to pounds, and declares a goal. */
export async function planAhead({
  device,
  enrollmentId,
  workoutId,
  startsOn,
  print,
}: PlanAhead): Promise<void> {
  const routineInput = { id: newId(), workoutId }
  const { createRoutineFromWorkout } = await device.request(CreateRoutineFromWorkoutDocument, {
    input: routineInput,
  })
  const routine = createRoutineFromWorkout?.routine
  if (routine)
    print(
      'this device',
      `kept the workout as the routine ${routine.title}: ${pluralize(routine.exercises.length, 'exercise')}`,
    )
  const { setEnrollmentUnit } = await device.request(SetEnrollmentUnitDocument, {
    input: { enrollmentId, unit: 'LB' },
  })
  const [first] = setEnrollmentUnit?.enrollment?.nextDay?.exercises ?? []
  if (!first?.exercise) return
  const { exercise } = first
  const target = first.sets.at(-1)?.target
  print('this device', `in pounds: ${exercise.name} ${formatTarget(target)}`)
  if (!target?.load) return
  const goalInput = {
    ...{ id: newId(), kind: 'LOAD' as const, exerciseId: exercise.id, reps: 5, startsOn },
    ...{ target: target.load.value + gain, unit: target.load.unit },
  }
  const { saveGoal } = await device.request(SaveGoalDocument, { input: goalInput })
  const goal = saveGoal?.goal
  if (goal) {
    const reached = `${Math.round(goal.progress.percent)} % reached`
    print(
      'this device',
      `goal: ${exercise.name} 5 × ${goal.target} ${goal.unit?.toLowerCase() ?? ''}, ${reached}`,
    )
  }
}
