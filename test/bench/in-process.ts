import { build, signUp, type Settings } from '../helper.js'

/** Starts the service in this process, for injected requests, with a user who is signed in. */
export async function inProcess(settings: Settings = {}) {
  const ends: (() => unknown)[] = []
  const app = await build({ teardown: end => void ends.push(end) }, { settings })
  return {
    app,
    person: await signUp(app),
    async stop(): Promise<void> {
      for (const end of ends.toReversed()) await end()
    },
  }
}
