import { setTimeout as pause } from 'node:timers/promises'
import {
  ProgramProgressedDocument,
  RecordSetDocument,
  WorkoutUpdatedDocument,
  type WholeWorkoutFragment,
} from '../../../generated/operations/example.js'
import { pluralize } from '../../lib/plural.js'
import { ServiceError, type Device } from './client.js'
import { today } from './month.js'
import { done, inWords, save, start } from './training.js'

interface Live {
  device: Device
  /** Another one of the same person, which only looks on. */
  other: Device
  enrollmentId: string
  /** Between two sets, in milliseconds. */
  pace: number
  say(who: string, what: string): void
}

const restlessness = 500

/** Trains the next day of the program set by set, while the other device looks on. */
export async function trainLive({ device, other, enrollmentId, pace, say }: Live): Promise<void> {
  const { activeEnrollment } = await today(device)
  const next = activeEnrollment?.nextDay
  if (!next) throw new ServiceError('there is no day to train next')
  const names = new Map(next.exercises.map(({ exerciseId, exercise }) => [exerciseId, exercise?.name]))
  const nameOf = (id: string) => names.get(id) ?? 'an exercise'

  other.follow(RecordSetDocument, {}, ({ recordSet: record }) => {
    if (record)
      say('record', `${record.exercise.name}: ${record.type} ${rounded(record.value)} ${record.unit}`)
  })
  const progressed = new Promise<void>(resolve => {
    other.follow(ProgramProgressedDocument, {}, ({ programProgressed: enrollment }) => {
      say('program', `${enrollment?.completedDays ?? 0} days are done`)
      resolve()
    })
  })
  const { week, day } = next
  let workout = await start(device, { enrollmentId, week, day }, new Date())
  other.follow(WorkoutUpdatedDocument, { id: workout.id }, ({ workoutUpdated: seen }) => {
    if (seen) say('other device', seenOf(seen, nameOf))
  })
  // Until the other device listens.
  await pause(restlessness)

  for (const [at, exercise] of workout.exercises.entries())
    for (const [index] of exercise.sets.entries()) {
      workout = await save(device, withSetDone(workout, at, index))
      const set = workout.exercises[at]?.sets[index]
      if (set) say('this device', `${nameOf(exercise.exerciseId)}, set ${index + 1}: ${inWords(set)}`)
      await pause(pace)
    }
  await save(device, { ...workout, endedAt: new Date().toISOString() })
  say('this device', 'the workout is over')
  await Promise.race([progressed, pause(10 * restlessness)])
  await pause(restlessness)
}

function withSetDone(workout: WholeWorkoutFragment, at: number, index: number): WholeWorkoutFragment {
  const exercises = workout.exercises.map((exercise, place) =>
    place === at
      ? { ...exercise, sets: exercise.sets.map((set, its) => (its === index ? done(set, new Date()) : set)) }
      : exercise,
  )
  return { ...workout, exercises }
}

function seenOf(
  { version, workoutStatus, exercises }: WholeWorkoutFragment,
  nameOf: (id: string) => string,
): string {
  const sets = exercises.flatMap(({ exerciseId, sets }) =>
    sets.flatMap(set => (set.completedAt === null ? [] : [{ set, name: nameOf(exerciseId) }])),
  )
  const last = sets.at(-1)
  const what =
    workoutStatus === 'COMPLETED' ? 'it is over' : last ? `${last.name} ${inWords(last.set)}` : 'it begins'
  return `version ${version}, ${pluralize(sets.length, 'set')}: ${what}`
}

const rounded = (value: number) => Math.round(value * 100) / 100
