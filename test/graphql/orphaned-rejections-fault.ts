/** Starts the service with dates whose first serialization fails later, and all others at once. */
import { setImmediate as later } from 'node:timers/promises'
import { DateTime } from '../../src/graphql/scalars.js'
import { serve } from '../../src/serve.js'

let written = 0
DateTime.serialize = (): string => {
  if (++written > 1) throw new Error('fails at once')
  const failure = later().then(() => Promise.reject(new Error('fails later')))
  // This rejected promise belongs to no field, like a programming error.
  if (process.env.FAULT === 'stray') void failure.then(() => undefined)
  return failure as never
}

serve(() => undefined)
