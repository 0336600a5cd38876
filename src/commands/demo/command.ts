import { loadConfig, readEnvironment } from '../../config.js'
import { demoAccounts } from '../../features/people/auth/registration/demo-accounts.js'
import { pluralize } from '../../lib/plural.js'
import { signIn } from './client.js'
import { trainLive } from './live.js'
import { planAhead } from './plan-ahead.js'
import { enroll, firstDay, loadHomeScreen, trainForAMonth } from './program-month.js'
import { formatTarget } from './training.js'

function print(source: string, text: string): void {
  console.log(`${source.padEnd(13)} ${text}`)
}

/**
 * Trains as the demo account of a running service.
 * @param pace the pause between the steps, in milliseconds
 */
export async function demo(address: string | undefined, pace: number): Promise<string> {
  const url = address ?? defaultAddress()
  const [account] = demoAccounts
  if (!account) throw new Error('there is no demo account')
  const now = new Date()
  const device = await signIn(url, account.email, account.password)
  const other = await signIn(url, account.email, account.password)
  print('this device', `signed in as ${account.email}`)
  const { program, enrollmentId } = await enroll(device, now)
  print('this device', `enrolled in ${program.title}: ${program.sessionsPerWeek} sessions a week`)
  const count = await trainForAMonth(device, enrollmentId, now)
  print(
    'this device',
    `${count} workouts in ${((Date.now() - now.getTime()) / 1000).toFixed(1)} s; now live:`,
  )
  const workoutId = await trainLive({ device, other, enrollmentId, pace, print })
  const { me, activeEnrollment } = await loadHomeScreen(device)
  const next = activeEnrollment?.nextDay
  if (next) print('this device', `next: ${next.name}, ${next.date}`)
  for (const { exercise, reason, sets } of next?.exercises ?? [])
    print(
      '',
      `${exercise?.name ?? ''}: ${sets.length} × ${formatTarget(sets.at(-1)?.target)} (${reason ?? 'as planned'})`,
    )
  await planAhead({ device, enrollmentId, workoutId, startsOn: firstDay(now), print })
  for (const one of [device, other]) await one.close()
  return `The demo account has completed ${pluralize(me?.workoutsCompleted ?? 0, 'workout')}.`
}

/** The address of a service with the same settings on this machine. */
function defaultAddress(): string {
  const { HOST, PORT } = loadConfig(readEnvironment())
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}
