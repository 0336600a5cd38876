import { demoAccounts } from '../../features/auth/demo-accounts.js'
import { counted } from '../../lib/counts.js'
import { signIn, ServiceError } from './client.js'
import { trainLive } from './live.js'
import { enroll, today, trainForAMonth } from './month.js'
import { targetInWords } from './training.js'

const usage = `Usage: npm run demo -- [ADDRESS] [--pace MILLISECONDS]
Trains as the demo account of a service that is running, http://127.0.0.1:3000 if nothing is said.`

function say(who: string, what: string): void {
  console.log(`${who.padEnd(13)} ${what}`)
}

async function run(args: string[]): Promise<void> {
  const at = args.indexOf('--pace')
  const pace = at < 0 ? 300 : Number(args[at + 1])
  const [url = 'http://127.0.0.1:3000', ...others] = at < 0 ? args : args.toSpliced(at, 2)
  const [account] = demoAccounts
  if (others.length > 0 || url.startsWith('-') || Number.isNaN(pace) || !account)
    throw new ServiceError(usage)

  const now = new Date()
  const device = await signIn(url, account.email, account.password)
  const other = await signIn(url, account.email, account.password)
  say('this device', `signed in as ${account.email}`)
  const { program, enrollmentId } = await enroll(device, now)
  say('this device', `enrolled in ${program.title}: ${program.sessionsPerWeek} sessions a week`)
  const count = await trainForAMonth(device, enrollmentId, now)
  say('this device', `${count} workouts in ${((Date.now() - now.getTime()) / 1000).toFixed(1)} s; now live:`)
  await trainLive({ device, other, enrollmentId, pace, say })
  const { me, activeEnrollment } = await today(device)
  say('this device', `${counted(me?.workoutsCompleted ?? 0, 'workout')} in all`)
  const next = activeEnrollment?.nextDay
  if (next) say('this device', `next: ${next.name}, ${next.date}`)
  for (const { exercise, reason, sets } of next?.exercises ?? [])
    say(
      '',
      `${exercise?.name ?? ''}: ${sets.length} × ${targetInWords(sets.at(-1)?.target)} (${reason ?? 'as planned'})`,
    )
  for (const one of [device, other]) one.close()
}

/** What to tell whoever started it; null for what is our fault. */
function explained(error: unknown): string | null {
  if (error instanceof ServiceError) return error.message
  // So `fetch` says that nobody answers.
  return error instanceof TypeError ? 'No service answers there. Start one first: npm start' : null
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const message = explained(error)
  if (message === null) throw error
  console.error(message)
  process.exitCode = 1
}
