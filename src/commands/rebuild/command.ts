import { pluralize } from '../../lib/plural.js'
import { showProgress } from '../progress.js'
import { run } from '../run.js'
import { withApp } from '../with-app.js'

/** Derives anew what is derived of everybody's training; the service may run meanwhile. */
const rebuild = (): Promise<string> =>
  withApp(async ({ features }) => {
    const { owned, workouts } = features.services
    const people = await owned.owners()
    const progress = showProgress('people', people.length)
    const missed: string[] = []
    for (const userId of people) {
      if (!(await workouts.rebuild(userId))) missed.push(userId)
      progress.step()
    }
    progress.end()
    const all = pluralize(people.length, 'person', 'people')
    if (missed.length === 0) return `The statistics of ${all} are derived anew.`
    process.exitCode = 1
    return `Of ${all} these wrote all the time; run the command again: ${missed.join(' ')}`
  })

run(rebuild, 'Rebuild failed')
