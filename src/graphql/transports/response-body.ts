import { stringifyInSlices } from '../../lib/json-slices.js'
import type { GraphQLResponse } from '../pipeline/engine.js'

/** Writes the body of an answer to JSON: at once if it is small, else in slices. */
export const serializeBody = ({ body, isLarge, json }: GraphQLResponse): string | Promise<string> =>
  json ?? (isLarge ? stringifyInSlices(body) : JSON.stringify(body))
