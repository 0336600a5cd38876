import type { App } from '../../src/app.js'
import { defaultCompilationOptions } from '../../src/graphql/pipeline/mercurius-executor.js'
import type { GraphQLResponse, TestUser } from '../helper.js'

/** Limits that no test reaches. */
export const unlimited = {
  RATE_LIMIT_PUBLIC_PER_HOUR: '1000000',
  RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
}

interface Options {
  /** The body. A string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  person?: Pick<TestUser, 'headers'>
}

/** Sends a body to GraphQL by POST. */
export function post(app: App, { body, headers, person }: Options) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)
  return app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...person?.headers, ...headers },
    payload,
  })
}

/** Sends a query to GraphQL by GET. */
export function get(app: App, query: Record<string, string>, { headers, person }: Options = {}) {
  return app.inject({ method: 'GET', url: '/graphql', query, headers: { ...person?.headers, ...headers } })
}

export interface GraphQLRequestBody {
  query: string
  variables?: object
  operationName?: string
}

/** The number of requests after which compiled code has responded at least once. */
export const untilCompiled = defaultCompilationOptions.minExecutions + 3

/** Returns the responses to the same request, sent until compiled code responds. */
export async function queryRepeatedly(
  app: App,
  body: GraphQLRequestBody,
  user?: Pick<TestUser, 'headers'>,
  times = untilCompiled,
) {
  const responses: GraphQLResponse[] = []
  for (let run = 0; run < times; run++)
    responses.push((await post(app, { body, ...(user ? { person: user } : {}) })).json<GraphQLResponse>())
  return responses
}

/** Returns the response in a body, which can be the only event of a stream. */
export function responseIn(body: string): GraphQLResponse {
  const event = /^event: next\ndata: (.*)\n\nevent: complete\ndata:\n\n$/.exec(body)
  return JSON.parse(event?.[1] ?? body) as GraphQLResponse
}
