/** The service, of which the first moment that is written fails later, the second one at once. */
import { setImmediate as later } from 'node:timers/promises'
import { DateTime } from '../../src/graphql/scalars.js'
import { serve } from '../../src/serve.js'

let written = 0
DateTime.serialize = (): string => {
  if (++written > 1) throw new Error('fails at once')
  const failure = later().then(() => Promise.reject(new Error('fails later')))
  // A promise that belongs to nobody from the start is a mistake of the program.
  if (process.env.FAULT === 'stray') void failure.then(() => undefined)
  return failure as never
}

serve(() => undefined)
