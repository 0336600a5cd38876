import { readFileSync } from 'node:fs'
import type { Context } from './graphql-schema.js'
import { requireRival } from './rival-packages.js'

interface FastJwtPackage {
  createVerifier(options: { key: string; algorithms: string[] }): (token: string) => { id: string }
}

const { BENCH_PUBLIC_KEY = '' } = process.env
const { createVerifier } = requireRival('fast-jwt') as FastJwtPackage
const verify = createVerifier({ key: readFileSync(BENCH_PUBLIC_KEY, 'utf8'), algorithms: ['RS256'] })

/** The user of a valid access token. Uses the package on which @fastify/jwt is built. @throws Error */
export const verifyToken = (authorization: string | null | undefined): Context['user'] =>
  verify(authorization?.replace(/^Bearer /, '') ?? '')
