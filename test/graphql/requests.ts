import type { App } from '../../src/app.js'
import { defaultCompilationOptions } from '../../src/graphql/pipeline/mercurius-executor.js'
import type { GraphQLResponse, TestUser } from '../helper.js'

/** Limits that no test reaches. */
export const unlimited = {
  RATE_LIMIT_PUBLIC_PER_HOUR: '1000000',
  RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
}

interface Options {
  /** The body, as it is sent where it is a string. */
  body?: unknown
  headers?: Record<string, string>
  person?: Pick<TestUser, 'headers'>
}

/** Sends a body to GraphQL, whatever it is. */
export function post(app: App, { body, headers, person }: Options) {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null)
  return app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...person?.headers, ...headers },
    payload,
  })
}

/** Asks GraphQL by GET. */
export function get(app: App, query: Record<string, string>, { headers, person }: Options = {}) {
  return app.inject({ method: 'GET', url: '/graphql', query, headers: { ...person?.headers, ...headers } })
}

export interface Asked {
  query: string
  variables?: object
  operationName?: string
}

/** How often the same request is sent until compiled code answers it, and once more. */
export const untilCompiled = defaultCompilationOptions.minExecutions + 3

/** The answers to the same request, as often as it takes until compiled code gives them. */
export async function askOften(
  app: App,
  body: Asked,
  user?: Pick<TestUser, 'headers'>,
  times = untilCompiled,
) {
  const responses: GraphQLResponse[] = []
  for (let run = 0; run < times; run++)
    responses.push((await post(app, { body, ...(user ? { person: user } : {}) })).json<GraphQLResponse>())
  return responses
}

/** The answer in a body, which may be the only event of a stream. */
export function answerIn(body: string): GraphQLResponse {
  const event = /^event: next\ndata: (.*)\n\nevent: complete\ndata:\n\n$/.exec(body)
  return JSON.parse(event?.[1] ?? body) as GraphQLResponse
}
