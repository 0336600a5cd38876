import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Returns all methods of HTTP except the allowed ones, and makes routes accept them. CONNECT has no path. */
export function otherMethods(app: FastifyInstance, allowed: readonly string[]): string[] {
  const others = METHODS.filter(method => !allowed.includes(method) && method !== 'CONNECT')
  for (const method of others) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  return others
}
