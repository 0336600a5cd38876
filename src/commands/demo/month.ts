import {
  DeleteWorkoutDocument,
  EnrollDocument,
  FinishEnrollmentDocument,
  HomeScreenDocument,
  NextDayDocument,
  ProgramsDocument,
  ProgramScreenDocument,
} from '../../../generated/operations/example.js'
import { days, hours } from '../../lib/quantities.js'
import { showProgress } from '../progress.js'
import { ServiceError, type Device } from './client.js'
import { completed, newId, save, start, timezone } from './training.js'

export const today = (device: Device) => device.request(HomeScreenDocument, {})

/** Enrols in a program whose loads grow, as somebody who began it four weeks ago. What was begun before is ended. */
export async function enroll(device: Device, now: Date) {
  const { me, activeWorkout, activeEnrollment } = await today(device)
  if (activeWorkout) await device.request(DeleteWorkoutDocument, { id: activeWorkout.id })
  if (activeEnrollment) await device.request(FinishEnrollmentDocument, { id: activeEnrollment.id })
  const { programs } = await device.request(ProgramsDocument, { search: 'first barbell', first: 1 })
  const program = programs?.edges[0]?.node
  if (!program) throw new ServiceError('the program of the demo is not there')
  const startDate = new Date(now.getTime() - 28 * days).toISOString().slice(0, 10)
  // Who has trained by it before goes on with the loads of then.
  const startingLoads = me?.workoutsCompleted ? null : await firstLoads(device, program.id)
  const input = { id: newId(), programId: program.id, startDate, timezone, startingLoads }
  const { enroll } = await device.request(EnrollDocument, { input })
  if (!enroll?.enrollment || enroll.conflict !== null)
    throw new ServiceError(`not enrolled: ${enroll?.conflict ?? 'no answer'}`)
  return { program, enrollmentId: enroll.enrollment.id }
}

/** Half of what most people can do, for each exercise of the first week that grows by its load. */
async function firstLoads(device: Device, id: string) {
  const { program } = await device.request(ProgramScreenDocument, { id })
  const planned = program?.weeks?.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises)) ?? []
  const growing = planned.filter(
    ({ progression, exercise }) => progression && exercise?.trackingType === 'WEIGHT_REPS',
  )
  const ids = new Set(growing.flatMap(({ exercise }) => exercise?.id ?? []))
  return [...ids].map(exerciseId => ({ exerciseId, load: { value: 40, unit: 'KG' as const } }))
}

/** Trains for four weeks, three times a week, until yesterday. @returns how many workouts */
export async function trainForAMonth(device: Device, enrollmentId: string, now: Date): Promise<number> {
  const offsets = Array.from({ length: 12 }, (_, index) => 28 - Math.floor(index / 3) * 7 - (index % 3) * 2)
  const progress = showProgress('A month of training', offsets.length)
  for (const offset of offsets) {
    const next = (await device.request(NextDayDocument, {})).activeEnrollment?.nextDay
    if (!next) throw new ServiceError('there is no day to train next')
    const startedAt = new Date(now.getTime() - offset * days - 2 * hours)
    const { week, day } = next
    await save(device, completed(await start(device, { enrollmentId, week, day }, startedAt)))
    progress.step()
  }
  progress.end()
  return offsets.length
}
