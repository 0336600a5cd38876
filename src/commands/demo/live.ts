import { setTimeout as pause } from 'node:timers/promises'
import {
  ProgramProgressedDocument,
  RecordSetDocument,
  WorkoutUpdatedDocument,
  type WholeWorkoutFragment,
} from '../../../generated/operations/client.js'
import type { Client, TypedText } from '../../client/index.js'
import { pluralize } from '../../lib/plural.js'
import { loadHomeScreen } from './program-month.js'
import { completeSet, formatSet, saveWorkout, startWorkout } from './training.js'

interface Live {
  device: Client
  /** Another device of the same user, which only receives events. */
  other: Client
  enrollmentId: string
  /** The time between two sets, in milliseconds. */
  pace: number
  print(source: string, text: string): void
}

const subscriptionDelay = 500

/** Trains the next day of the program set by set, and prints the events that the other device receives. */
export async function trainLive({ device, other, enrollmentId, pace, print }: Live): Promise<string> {
  const { activeEnrollment } = await loadHomeScreen(device)
  const next = activeEnrollment?.nextDay
  if (!next) throw new Error('the program has no next day')
  const names = new Map(next.exercises.map(({ exerciseId, exercise }) => [exerciseId, exercise?.name]))
  const nameOf = (id: string) => names.get(id) ?? 'an exercise'

  const listen = <Data, Variables extends object>(
    operation: TypedText<Data, Variables>,
    variables: Variables,
    next: (data: Data) => void,
  ) => other.subscribe(operation, variables, { next, error: error => process.emitWarning(error) })

  listen(RecordSetDocument, {}, ({ recordSet: record }) => {
    if (record)
      print('record', `${record.exercise.name}: ${record.type} ${rounded(record.value)} ${record.unit}`)
  })
  const progressed = new Promise<void>(resolve => {
    listen(ProgramProgressedDocument, {}, ({ programProgressed: enrollment }) => {
      print('program', `${enrollment?.completedDays ?? 0} days are done`)
      resolve()
    })
  })
  const { week, day } = next
  let workout = await startWorkout(device, { enrollmentId, week, day }, new Date())
  listen(WorkoutUpdatedDocument, { id: workout.id }, ({ workoutUpdated: seen }) => {
    if (seen) print('other device', describeState(seen, nameOf))
  })
  // Wait until the other device has subscribed.
  await pause(subscriptionDelay)

  for (const [at, exercise] of workout.exercises.entries())
    for (const [index] of exercise.sets.entries()) {
      workout = await saveWorkout(device, withCompletedSet(workout, at, index))
      const set = workout.exercises[at]?.sets[index]
      if (set) print('this device', `${nameOf(exercise.exerciseId)}, set ${index + 1}: ${formatSet(set)}`)
      await pause(pace)
    }
  await saveWorkout(device, { ...workout, endedAt: new Date().toISOString() })
  print('this device', 'the workout is completed')
  await Promise.race([progressed, pause(10 * subscriptionDelay)])
  await pause(subscriptionDelay)
  return workout.id
}

function withCompletedSet(
  workout: WholeWorkoutFragment,
  exerciseIndex: number,
  setIndex: number,
): WholeWorkoutFragment {
  const exercises = workout.exercises.map((exercise, index) =>
    index === exerciseIndex
      ? {
          ...exercise,
          sets: exercise.sets.map((set, position) =>
            position === setIndex ? completeSet(set, new Date()) : set,
          ),
        }
      : exercise,
  )
  return { ...workout, exercises }
}

function describeState(
  { version, workoutStatus, exercises }: WholeWorkoutFragment,
  nameOf: (id: string) => string,
): string {
  const sets = exercises.flatMap(({ exerciseId, sets }) =>
    sets.flatMap(set => (set.completedAt === null ? [] : [{ set, name: nameOf(exerciseId) }])),
  )
  const last = sets.at(-1)
  const what =
    workoutStatus === 'COMPLETED' ? 'completed' : last ? `${last.name} ${formatSet(last.set)}` : 'started'
  return `version ${version}, ${pluralize(sets.length, 'set')}: ${what}`
}

const rounded = (value: number) => Math.round(value * 100) / 100
