/**
 * A fleet of two instances with all that belongs to it, every part a process of its own, under the load of people who
 * know what each answer has to be: what do they notice when parts of it are restarted, changed, killed or hung?
 * Run: npm run build && node dist/test/fleet/run.js [--scenes NAME,…] [--seconds N] [--people N] [--workers N] [--port P]
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gather } from './crowd.js'
import { endAll } from './ends.js'
import { startFleet } from './fleet.js'
import { brokenPromises, heading, lineOf } from './report.js'
import { scenes, type Scene } from './scenes.js'

const { values } = parseArgs({
  options: {
    scenes: { type: 'string' },
    seconds: { type: 'string', default: '8' },
    people: { type: 'string', default: '8' },
    workers: { type: 'string', default: '1' },
    port: { type: 'string', default: '27517' },
  },
})
const [seconds, users, workers, port] = (['seconds', 'people', 'workers', 'port'] as const).map(name => {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} is a whole number, from 1.`)
  return number
}) as [number, number, number, number]
/** Before something happens, and again after it, in milliseconds. */
const calm = seconds * 1000
/** The whole takes no longer, whatever happens, in milliseconds. */
const longest = 60 * 60 * 1000

const launcher = process.env['TEST_MONGODB_LAUNCHER']
if (launcher === undefined)
  throw new Error(
    'Set TEST_MONGODB_LAUNCHER to a program that knows `start --nodes 3 --port P`, `kill P` and `revive P`.',
  )
/** With one worker there is nobody to replace. */
const possible = Object.keys(scenes).filter(name => workers > 1 || name !== 'workers replaced')
const chosen = (values.scenes ?? possible.join()).split(',').map((name): [string, Scene] => {
  const scene = scenes[name.trim()]
  if (!scene) throw new Error(`There is no scene ${name}. There are: ${Object.keys(scenes).join(', ')}.`)
  return [name.trim(), scene]
})
setTimeout(() => {
  console.error('The time is up.')
  process.exit(1)
}, longest).unref()

process.exitCode = 1
const fleet = await startFleet({
  launcher,
  mongoPort: port,
  workers,
})
const crowd = await gather(fleet.way, fleet.mails, users)
const ground = { fleet, absence: calm, signInAgain: crowd.signInAgain }
const broken: string[] = []
console.log(heading)
for (const [name, scene] of chosen) {
  const tally = crowd.begin()
  const end = crowd.bustle()
  await pause(calm)
  await scene.play(ground)
  await pause(calm)
  await end()
  await crowd.verify()
  console.log(lineOf(name, scene, tally))
  for (const detail of tally.details) console.error(`  ${detail}`)
  broken.push(...brokenPromises(scene, tally).map(promise => `${name}: ${promise}.`))
}
crowd.leave()
for (const promise of broken) console.error(promise)
process.exitCode = broken.length > 0 ? 1 : 0
endAll()
process.exit()
