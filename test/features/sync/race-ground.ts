import type { Test } from 'tap'
import type { App } from '../../../src/app.js'
import { build, signUp, throwaway } from '../../helper.js'
import { lossyCable } from '../../platform/database/lossy-cable.js'
import { threeExercises } from './exercises.js'

/** Instances for a race, and somebody in it. On MongoDB there are two, and the second loses answers to its commits. */
export async function openRace(t: Pick<Test, 'teardown'>, lostAnswers: number) {
  const settings = throwaway(t, { RATE_LIMIT_AUTHENTICATED_PER_HOUR: '100000000' })
  const instances = [settings]
  if (settings.MONGODB_URI !== undefined) {
    const cable = await lossyCable(t, settings.MONGODB_URI, 'commitTransaction', lostAnswers)
    const uri = new URL(cable.uri)
    uri.pathname = new URL(settings.MONGODB_URI).pathname
    instances.push({ ...settings, MONGODB_URI: uri.href })
  }
  const first = await build(t, { settings })
  const apps: App[] = [first]
  for (const its of instances.slice(1)) apps.push(await build(t, { settings: its }))
  const [exerciseId = ''] = await threeExercises(first)
  return { apps, exerciseId, person: await signUp(first) }
}
