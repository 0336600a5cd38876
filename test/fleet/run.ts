/**
 * Availability test: runs two instances with their dependencies, each in its own process, under the load of simulated
 * users, and reports what these notice while components are restarted, migrated, killed or suspended.
 * Run: npm run build && node dist/test/fleet/run.js [--scenarios NAME,…] [--seconds N] [--users N] [--workers N] [--port P]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { simulateUsers } from './users.js'
import { runCleanups } from './cleanups.js'
import { startFleet } from './fleet.js'
import { violationsOf, heading, lineOf } from './report.js'
import { scenarios, type Scenario } from './scenarios.js'

const { values } = parseArgs({
  options: {
    scenarios: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    users: { type: 'string', default: '8' },
    workers: { type: 'string', default: '1' },
    port: { type: 'string', default: '27517' },
  },
})
const [seconds, users, workers, port] = (['seconds', 'users', 'workers', 'port'] as const).map(name => {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} must be a positive integer.`)
  return number
}) as [number, number, number, number]
/** Duration of the load before and after each scenario's action, in milliseconds. */
const observationTime = seconds * 1000
/** Longest duration of the whole run, in milliseconds. */
const maxDuration = 60 * 60 * 1000

const launcher = process.env['TEST_MONGODB_LAUNCHER']
if (launcher === undefined)
  throw new Error(
    'Set TEST_MONGODB_LAUNCHER to a program that supports `start --nodes 3 --port P`, `kill P` and `revive P`.',
  )
/** With one worker, no process is replaced. */
const possibleScenarios = Object.keys(scenarios).filter(name => workers > 1 || name !== 'workers replaced')
const chosenScenarios = (values.scenarios ?? possibleScenarios.join())
  .split(',')
  .map((name): [string, Scenario] => {
    const scenario = scenarios[name.trim()]
    if (!scenario)
      throw new Error(`Unknown scenario ${name}. Known scenarios: ${Object.keys(scenarios).join(', ')}.`)
    return [name.trim(), scenario]
  })
setTimeout(() => {
  console.error('The run exceeded its time limit.')
  process.exit(1)
}, maxDuration).unref()

process.exitCode = 1
const fleet = await startFleet({
  launcher,
  mongoPort: port,
  workers,
})
const load = await simulateUsers(fleet.connection, fleet.mails, users)
const context = { fleet, downtime: observationTime, signInAgain: load.signInAgain }
const violations: string[] = []
console.log(heading)
for (const [name, scenario] of chosenScenarios) {
  const statistics = load.startScenario()
  const end = load.start()
  await pause(observationTime)
  await scenario.run(context)
  await pause(observationTime)
  await end()
  await load.verify()
  console.log(lineOf(name, scenario, statistics))
  for (const detail of statistics.details) console.error(`  ${detail}`)
  violations.push(...violationsOf(scenario, statistics).map(violation => `${name}: ${violation}.`))
}
load.close()
for (const violation of violations) console.error(violation)
process.exitCode = violations.length > 0 ? 1 : 0
runCleanups()
process.exit()
