import { stringifyInSlices } from '../../lib/json-slices.js'
import type { GraphQLResponse } from '../pipeline/responses.js'

/** Serializes the body of a response: synchronously if it is small, otherwise in slices. */
export const serializeBody = ({ body, isLarge, json }: GraphQLResponse): string | Promise<string> =>
  json ?? (isLarge ? stringifyInSlices(body) : JSON.stringify(body))
