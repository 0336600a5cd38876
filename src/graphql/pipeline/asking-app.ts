import type { IncomingHttpHeaders } from 'node:http'
import type { Asker } from './engine.js'

const maxLength = 100

/** Which app asks, as Apollo's clients say it. */
export function askingApp(headers: IncomingHttpHeaders): Asker['client'] {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : 'unknown'
  }
  return { name: text('apollographql-client-name'), version: text('apollographql-client-version') }
}
