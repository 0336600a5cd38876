import type { App } from '../../../src/app.js'
import type { GraphQLResponse, TestUser } from '../../helper.js'
import { get, post } from '../requests.js'

interface OperationRequest {
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
  request: OperationRequest,
  user?: TestUser,
) => Promise<{ statusCode: number; response: ResponseWithExtensions }>

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
  POST: async (app, request, user) => {
    const response = await post(app, { body: request, ...byPerson(user) })
    return { statusCode: response.statusCode, response: response.json() }
  },
  GET: async (app, request, user) => {
    const response = await get(app, json(request), byPerson(user))
    return { statusCode: response.statusCode, response: response.json() }
  },
  batch: async (app, request, user) => {
    const response = await post(app, { body: [request], ...byPerson(user) })
    const body = response.json()
    return { statusCode: response.statusCode, response: Array.isArray(body) ? body[0] : body }
  },
  'events by POST': async (app, request, user) =>
    readEvents(await post(app, { body: request, headers: eventStream, ...byPerson(user) })),
  'events by GET': async (app, request, user) =>
    readEvents(await get(app, json(request), { headers: eventStream, ...byPerson(user) })),
}

/** A rejection is JSON; any other response is a single event. */
function readEvents({ statusCode, body }: { statusCode: number; body: string }) {
  const [, event] = /^event: next\ndata: (.*)$/m.exec(body) ?? []
  return { statusCode, response: JSON.parse(event ?? body) as ResponseWithExtensions }
}
