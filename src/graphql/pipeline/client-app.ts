import type { IncomingHttpHeaders } from 'node:http'

/** Which app asks. */
export interface ClientApp {
  name: string
  version: string
}

const maxLength = 100

/** Which app asks, as Apollo's clients say it. */
export function readClientApp(headers: IncomingHttpHeaders): ClientApp {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : 'unknown'
  }
  return { name: text('apollographql-client-name'), version: text('apollographql-client-version') }
}
