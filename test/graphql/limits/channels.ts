import type { App } from '../../../src/app.js'
import type { GraphQLResponse, TestUser } from '../../helper.js'
import { get, post } from '../requests.js'

export interface Wanted {
  query: string
  variables?: object
  extensions?: object
}

interface ResponseWithExtensions extends GraphQLResponse {
  extensions?: { cost?: { spent: number; limit: number } }
}

/** Sends an operation by one of the transports over HTTP, and returns its response. */
type Channel = (
  app: App,
  expected: Wanted,
  user?: TestUser,
) => Promise<{ statusCode: number; answer: ResponseWithExtensions }>

const byPerson = (user?: TestUser) => (user ? { person: user } : {})
const json = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
const eventStream = { accept: 'text/event-stream' }

export const channels: Record<string, Channel> = {
  POST: async (app, expected, user) => {
    const response = await post(app, { body: expected, ...byPerson(user) })
    return { statusCode: response.statusCode, answer: response.json() }
  },
  GET: async (app, expected, user) => {
    const response = await get(app, json(expected), byPerson(user))
    return { statusCode: response.statusCode, answer: response.json() }
  },
  batch: async (app, expected, user) => {
    const response = await post(app, { body: [expected], ...byPerson(user) })
    const body = response.json()
    return { statusCode: response.statusCode, answer: Array.isArray(body) ? body[0] : body }
  },
  'events by POST': async (app, expected, user) =>
    readEvents(await post(app, { body: expected, headers: eventStream, ...byPerson(user) })),
  'events by GET': async (app, expected, user) =>
    readEvents(await get(app, json(expected), { headers: eventStream, ...byPerson(user) })),
}

/** A rejection is JSON; any other response is a single event. */
function readEvents({ statusCode, body }: { statusCode: number; body: string }) {
  const [, event] = /^event: next\ndata: (.*)$/m.exec(body) ?? []
  return { statusCode, answer: JSON.parse(event ?? body) as ResponseWithExtensions }
}
