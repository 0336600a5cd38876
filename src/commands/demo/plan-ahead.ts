import {
  CreateRoutineFromWorkoutDocument,
  SetEnrollmentUnitDocument,
} from '../../../generated/operations/example.js'
import { pluralize } from '../../lib/plural.js'
import type { Device } from './client.js'
import { formatTarget, newId } from './training.js'

interface PlanAhead {
  device: Device
  enrollmentId: string
  workoutId: string
  print(source: string, text: string): void
}

/** Keeps a workout as a routine, and changes the unit of the program to pounds. */
export async function planAhead({ device, enrollmentId, workoutId, print }: PlanAhead): Promise<void> {
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
  if (first)
    print(
      'this device',
      `in pounds: ${first.exercise?.name ?? ''} ${formatTarget(first.sets.at(-1)?.target)}`,
    )
}
