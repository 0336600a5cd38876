// Imports a file until it is killed. Prints who it is and which import, then how far it is.
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../../../src/app.js'
import { loadConfig } from '../../../src/config.js'
import { signUp } from '../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { manyWorkouts, send, stateOf } from './imports.js'

const print = (...words: unknown[]) => process.stdout.write(`${words.join('\t')}\n`)

const app = await buildApp(loadConfig(JSON.parse(process.argv[2] ?? '') as Record<string, string>))
await app.ready()
await app.features.services.exercises.import(starterCatalogue, 'starter')
const person = await signUp(app)
const id = await send(app, person, manyWorkouts(Number(process.argv[3])))
print('import', person.email, person.password, id)
for (;;) {
  print('made', (await stateOf(app, person, id)).workoutsMade)
  await pause(5)
}
