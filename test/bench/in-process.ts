import { build, signUp, type Settings } from '../helper.js'

/** Starts the service in this process, for injected requests, with a user who is signed in. */
export async function inProcess(settings: Settings = {}) {
  const teardowns: (() => unknown)[] = []
  const app = await build({ teardown: teardown => void teardowns.push(teardown) }, { settings })
  return {
    app,
    person: await signUp(app),
    async stop(): Promise<void> {
      for (const teardown of teardowns.toReversed()) await teardown()
    },
  }
}
