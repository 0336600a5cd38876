import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { build, signUp, isolatedSettings } from '../../../helper.js'
import { startLossyProxy } from '../../../platform/database/fault-injecting-proxy.js'
import { threeExercises } from './exercises.js'

/**
 * Starts the instances for a race, two on MongoDB, and registers a user.
 * @param lostResponses the number of responses that the second instance does not receive from MongoDB
 */
export async function openRace(t: Pick<Test, 'teardown'>, lostResponses: number) {
  const settings = isolatedSettings(t, { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '100000000' })
  const instances = [settings]
  if (settings.MONGODB_URI !== undefined)
    instances.push({
      ...settings,
      MONGODB_URI: await openLossyConnection(t, settings.MONGODB_URI, lostResponses),
    })
  const first = await build(t, { settings })
  const apps: App[] = [first]
  for (const instanceSettings of instances.slice(1)) apps.push(await build(t, { settings: instanceSettings }))
  const [exerciseId = ''] = await threeExercises(first)
  return { apps, exerciseId, person: await signUp(first) }
}

async function openLossyConnection(
  t: Pick<Test, 'teardown'>,
  mongodbUri: string,
  lostResponses: number,
): Promise<string> {
  if (lostResponses === 0) return mongodbUri
  const proxy = await startLossyProxy(t, mongodbUri, 'commitTransaction', lostResponses)
  const uri = new URL(proxy.uri)
  uri.pathname = new URL(mongodbUri).pathname
  return uri.href
}
