import {
  DeleteWorkoutDocument,
  EnrollDocument,
  FinishEnrollmentDocument,
  HomeScreenDocument,
  NextDayDocument,
  ProgramsDocument,
  ProgramDetailsDocument,
} from '../../../generated/operations/client.js'
import { days, hours } from '../../lib/quantities.js'
import { showProgress } from '../progress.js'
import { newId, type Client } from '../../client/index.js'
import { completeWorkout, saveWorkout, startWorkout, timezone } from './training.js'

export const loadHomeScreen = (device: Client) => device.request(HomeScreenDocument, {})

/** The first day of the month of training. */
export const firstDay = (now: Date) => new Date(now.getTime() - 28 * days).toISOString().slice(0, 10)

/** Enrolls in a program with progression, starting four weeks ago. Ends an active workout and enrollment first. */
export async function enroll(device: Client, now: Date) {
  const { me, activeWorkout, activeEnrollment } = await loadHomeScreen(device)
  if (activeWorkout) await device.request(DeleteWorkoutDocument, { input: { id: activeWorkout.id } })
  if (activeEnrollment) await device.request(FinishEnrollmentDocument, { input: { id: activeEnrollment.id } })
  const { programs } = await device.request(ProgramsDocument, { search: 'first barbell', first: 1 })
  const program = programs?.edges[0]?.node
  if (!program) throw new Error('the demo program does not exist')
  const startDate = firstDay(now)
  // Later runs continue with the loads of the previous run.
  const startingLoads = me?.workoutsCompleted ? null : await startingLoadsOf(device, program.id)
  const input = { id: newId(), programId: program.id, startDate, timezone, startingLoads }
  const { enroll } = await device.request(EnrollDocument, { input })
  if (!enroll?.enrollment || enroll.conflict !== null)
    throw new Error(`the enrollment failed: ${enroll?.conflict ?? 'no result'}`)
  return { program, enrollmentId: enroll.enrollment.id }
}

/** Returns a low starting load for each exercise of the first week whose load increases. */
async function startingLoadsOf(device: Client, id: string) {
  const { program } = await device.request(ProgramDetailsDocument, { id })
  const planned = program?.weeks?.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises)) ?? []
  const growing = planned.filter(
    ({ progression, exercise }) => progression && exercise?.trackingType === 'WEIGHT_REPS',
  )
  const ids = new Set(growing.flatMap(({ exercise }) => exercise?.id ?? []))
  return [...ids].map(exerciseId => ({ exerciseId, load: { value: 40, unit: 'KG' as const } }))
}

/** Trains three times a week for four weeks, until yesterday. @returns the number of workouts */
export async function trainForAMonth(device: Client, enrollmentId: string, now: Date): Promise<number> {
  const offsets = Array.from({ length: 12 }, (_, index) => 28 - Math.floor(index / 3) * 7 - (index % 3) * 2)
  const progress = showProgress('A month of training', offsets.length)
  for (const offset of offsets) {
    const next = (await device.request(NextDayDocument, {})).activeEnrollment?.nextDay
    if (!next) throw new Error('the program has no next day')
    const startedAt = new Date(now.getTime() - offset * days - 2 * hours)
    const { week, day } = next
    await saveWorkout(
      device,
      completeWorkout(await startWorkout(device, { enrollmentId, week, day }, startedAt)),
    )
    progress.step()
  }
  progress.end()
  return offsets.length
}
