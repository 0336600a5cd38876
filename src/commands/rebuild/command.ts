import { buildApp } from '../../app.js'
import { loadConfig, readEnvironment } from '../../config.js'
import { counted } from '../../lib/counts.js'
import { explainStart } from '../../lib/explain.js'
import { showProgress } from '../progress.js'

/** Derives anew what is derived of everybody's training; the service may run meanwhile. */
async function run(): Promise<string> {
  const config = loadConfig(readEnvironment())
  const app = await buildApp({ ...config, LOG_LEVEL: 'silent' })
  try {
    const { owned, workouts } = app.features.services
    const people = await owned.owners()
    const progress = showProgress('people', people.length)
    const missed: string[] = []
    for (const userId of people) {
      if (!(await workouts.rebuild(userId))) missed.push(userId)
      progress.step()
    }
    progress.end()
    const all = counted(people.length, 'person', 'people')
    if (missed.length === 0) return `The statistics of ${all} are derived anew.`
    process.exitCode = 1
    return `Of ${all} these wrote all the time; run the command again: ${missed.join(' ')}`
  } finally {
    await app.close()
  }
}

run().then(
  done => process.stdout.write(`${done}\n`),
  (error: unknown) => {
    process.stderr.write(`${explainStart(error)}\n`)
    process.exitCode = 1
  },
)
