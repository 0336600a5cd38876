// Saves a workout of a new user with a webhook, and waits to be killed while it sends the message. Prints the credentials of
// the user and the id of the workout.
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { signUp } from '../../../helper.js'
import { save, workout } from '../../training/workouts/workouts.js'
import { saveWebhook } from './webhooks.js'

export interface Task {
  settings: Record<string, string>
  /** The address of the receiver. */
  url: string
  /** The time of the process, as an ISO 8601 string. */
  time: string
}

const { settings, url, time } = JSON.parse(process.argv[2] ?? '') as Task

const app = await buildApp(loadConfig(settings), { clock: () => new Date(time) })
await app.ready()
const user = await signUp(app)
await saveWebhook(app, user, { url, events: ['WORKOUT_SAVED'] })
const input = workout()
await save(app, user, input)
console.log([user.email, user.password, input.id].join('\t'))
