import type { IncomingHttpHeaders } from 'node:http'

/** The app that sent a request. */
export interface ClientApp {
  name: string
  version: string
}

const maxLength = 100

/** Reads the headers with which Apollo clients identify their app. */
export function readClientApp(headers: IncomingHttpHeaders): ClientApp {
  const text = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : 'unknown'
  }
  return { name: text('apollographql-client-name'), version: text('apollographql-client-version') }
}
