import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { withDeadline } from '../lib/deadline.js'
import { unavailable } from '../errors.js'
import { DatabaseDamagedError } from '../platform/database/database.js'
import { seconds } from '../lib/quantities.js'
import { restErrors } from './errors.js'

interface Options {
  /** Each check rejects if its dependency cannot be reached. */
  checks: Record<string, () => Promise<unknown>>
  /** The version of the running service. */
  version: string
}

/** Probes of orchestrators time out after a few seconds. */
const checkTimeout = 2 * seconds

const Status = Type.Literal('ok', { description: 'Always `ok`.' })
const Ok = Type.Object({ status: Status }, { title: 'Health', description: 'The check succeeded.' })
const Live = Type.Object(
  { status: Status, version: Type.String({ description: 'Version of the running service.' }) },
  { title: 'Liveness', description: 'The process is running.' },
)
const config = { unlimited: true, unsigned: true }

/** Serves the health probes for orchestrators and load balancers. */
export const healthRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { checks, version }) => {
  function assertNotDraining(): void {
    if (app.isDraining()) throw unavailable('The service is shutting down.')
  }

  const live = {
    tags: ['health'],
    operationId: 'getLiveness',
    summary: 'Check whether the process is running',
    response: { 200: Live },
  }
  app.get('/health/live', { schema: live, config, logLevel: 'warn' }, async () => ({
    status: 'ok' as const,
    version,
  }))

  const accepting = {
    tags: ['health'],
    operationId: 'getAcceptance',
    summary: 'Check whether this instance accepts requests, regardless of database and storage',
    response: { 200: Ok, ...restErrors('SERVICE_UNAVAILABLE') },
  }
  // Checks no shared dependencies: if they fail, they fail for all instances, and many requests do not need them.
  app.get('/health/accepting', { schema: accepting, config, logLevel: 'warn' }, async () => {
    assertNotDraining()
    return { status: 'ok' as const }
  })

  const ready = {
    tags: ['health'],
    operationId: 'getReadiness',
    summary: 'Check whether this instance accepts requests and reaches database and storage',
    response: { 200: Ok, ...restErrors('SERVICE_UNAVAILABLE') },
  }
  app.get('/health/ready', { schema: ready, config, logLevel: 'warn' }, async () => {
    assertNotDraining()
    app.assertCapacity()
    const results = await Promise.allSettled(
      Object.values(checks).map(check => withDeadline(check(), checkTimeout)),
    )
    const problem = describeFailures(Object.keys(checks), results)
    if (problem !== undefined) throw unavailable(problem)
    return { status: 'ok' as const }
  })
}

/** Returns undefined if no check failed. Damage is described, because waiting does not help. */
function describeFailures(
  names: readonly string[],
  results: readonly PromiseSettledResult<unknown>[],
): string | undefined {
  const sentences: string[] = []
  const unreachable: string[] = []
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    if (result.reason instanceof DatabaseDamagedError) sentences.push(result.reason.message)
    else unreachable.push(names[index] ?? '')
  }
  if (unreachable.length > 0) sentences.unshift(`Cannot reach: ${unreachable.join(', ')}.`)
  return sentences.length > 0 ? sentences.join(' ') : undefined
}
