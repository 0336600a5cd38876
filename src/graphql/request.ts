import { Type, type Static } from 'typebox'
import { badUserInput } from '../errors.js'

/** A request after the GraphQL over HTTP specification. */
export interface GraphQLRequest {
  query: string
  operationName: string | null
  variables: Record<string, unknown>
}

const Anything = Type.Record(Type.String(), Type.Unknown())

export const PostBody = Type.Object({
  query: Type.String(),
  operationName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  variables: Type.Optional(Type.Union([Anything, Type.Null()])),
  extensions: Type.Optional(Type.Union([Anything, Type.Null()])),
})

export const GetQuery = Type.Object({
  query: Type.String(),
  operationName: Type.Optional(Type.String()),
  variables: Type.Optional(Type.String()),
  extensions: Type.Optional(Type.String()),
})

/** @throws AppError BAD_USER_INPUT */
export function readGet({
  query,
  operationName,
  variables,
  extensions,
}: Static<typeof GetQuery>): GraphQLRequest {
  readObject('extensions', extensions)
  return { query, operationName: operationName || null, variables: readObject('variables', variables) }
}

function readObject(name: string, json: string | undefined): Record<string, unknown> {
  if (json === undefined || json === '') return {}
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badUserInput(`${name} is not JSON.`)
  }
  if (value === null) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw badUserInput(`${name} must be a JSON object.`)
}
