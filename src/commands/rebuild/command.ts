import { pluralize } from '../../lib/plural.js'
import { showProgress } from '../progress.js'
import { withApp } from '../with-app.js'

/** Rebuilds the derived data of all users' workouts. The service can keep running. */
export const rebuild = (): Promise<string> =>
  withApp(async ({ features }) => {
    const { owned, workouts } = features.services
    const userIds = await owned.listOwnerIds()
    const progress = showProgress('users', userIds.length)
    const failed: string[] = []
    for (const userId of userIds) {
      if (!(await workouts.rebuild(userId))) failed.push(userId)
      progress.step()
    }
    progress.end()
    const total = pluralize(userIds.length, 'user')
    if (failed.length === 0) return `The statistics of ${total} were rebuilt.`
    process.exitCode = 1
    return `${failed.length} of ${total} changed their data during each attempt. Run the command again: ${failed.join(' ')}`
  })
