import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { badUserInput, badUserInputAt } from '../../errors.js'
import { exceedsJsonDepth, maxJsonDepth } from '../../lib/json-depth.js'
import type { DocumentReference } from './document-finder.js'

/** A request as defined by the GraphQL over HTTP specification, independent of the transport. */
export interface GraphQLRequest extends DocumentReference {
  operationName: string | null
  variables: Record<string, unknown>
  /** True if the response should contain its cost. */
  includeCost: boolean
}

const JsonObject = Type.Record(Type.String(), Type.Unknown())
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))

/** The body of a request. Apollo clients send the hash of a persisted query in `extensions`. */
const Operation = Type.Object({
  query: optional(Type.String()),
  documentId: optional(Type.String({ maxLength: 300 })),
  operationName: optional(Type.String({ maxLength: 300 })),
  variables: optional(JsonObject),
  extensions: optional(
    Type.Object({
      cost: optional(Type.Boolean()),
      persistedQuery: optional(
        Type.Object({
          version: Type.Literal(1),
          sha256Hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }),
        }),
      ),
    }),
  ),
})
const operation = Compile(Operation)

type Problem = ReturnType<typeof operation.Errors>[number]

/** Returns what is wrong with a parameter of a request, without its name. */
function problemOf({ keyword, params, message }: Problem): string {
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`
  if (keyword === 'type') return `must be ${params.type === 'object' ? 'an' : 'a'} ${String(params.type)}`
  return message
}

/** The query string of a GET request. */
export const GetQuerystring = Type.Object({
  query: Type.Optional(Type.String()),
  documentId: Type.Optional(Type.String()),
  operationName: Type.Optional(Type.String()),
  variables: Type.Optional(Type.String()),
  extensions: Type.Optional(Type.String()),
})

export type GetParameters = Static<typeof GetQuerystring>

/** @throws AppError BAD_USER_INPUT with the invalid parameter */
export function parseRequest(body: unknown): GraphQLRequest {
  if (!operation.Check(body)) {
    const [error] = operation.Errors(body)
    const field = error?.instancePath.split('/').slice(1).join('.') ?? ''
    if (!error || field === '') throw badUserInput('body', 'The request must be a JSON object.')
    throw badUserInputAt(field, `${problemOf(error)}.`)
  }
  const { query, documentId, operationName, variables, extensions } = body
  if (query == null && documentId == null && extensions?.persistedQuery == null)
    throw badUserInput('query', 'The request has no query.')
  return {
    query: query ?? undefined,
    documentId: documentId ?? undefined,
    sha256: extensions?.persistedQuery?.sha256Hash.toLowerCase(),
    operationName: operationName ?? null,
    variables: variables ?? {},
    includeCost: extensions?.cost ?? false,
  }
}

/** @throws AppError BAD_USER_INPUT */
export function parseGetRequest({
  variables,
  extensions,
  operationName,
  ...rest
}: GetParameters): GraphQLRequest {
  return parseRequest({
    ...rest,
    operationName: operationName === '' ? null : operationName,
    variables: parseJson('variables', variables),
    extensions: parseJson('extensions', extensions),
  })
}

function parseJson(name: string, json: string | undefined): unknown {
  if (json === undefined || json === '') return null
  if (exceedsJsonDepth(json)) throw badUserInputAt(name, `is nested more than ${maxJsonDepth} levels deep.`)
  try {
    return JSON.parse(json)
  } catch {
    throw badUserInputAt(name, 'is not JSON.')
  }
}
