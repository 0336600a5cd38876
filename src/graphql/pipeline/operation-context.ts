import type { FastifyBaseLogger } from 'fastify'
import type { ObjectBudget } from '../../lib/object-budget.js'
import type { RequestStats } from '../../platform/telemetry/request-stats.js'
import type { RequestContext } from '../../viewer.js'
import type { ClientApp } from './client-app.js'
import type { OperationVariables } from './mercurius-executor.js'
import type { Operation } from './prepare-operation.js'

/** The context of an operation, independent of the transport. */
export interface OperationContext {
  requestContext: RequestContext
  requestId: string
  log: FastifyBaseLogger
  /** Collects what logs and metrics report about the request. */
  stats: RequestStats
  app: ClientApp
}

/** The remaining budget of a request. The operations of a batch share it. */
export interface RequestBudget {
  remainingCost: number
  /** Fields with `@once` that an operation of the request has selected already. */
  claimedOnceFields: Set<string>
  /** The number of objects that the request may still deliver. */
  objects: ObjectBudget
}

/** An operation that passed every check. */
export interface PreparedOperation {
  operation: Operation
  variables: OperationVariables
  cost: number
  /** True if the response contains its cost. */
  includeCost: boolean
  objects: ObjectBudget
}

/** Returns the user, or the address without a token, to whom limits apply. */
export const limitOwnerOf = ({ viewer, client }: RequestContext): string => viewer?.id ?? client.address
