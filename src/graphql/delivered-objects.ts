import {
  getNamedType,
  isCompositeType,
  isObjectType,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { isPromise, type ObjectBudget } from '../lib/object-budget.js'
import { countSelected, hasOwnResolver } from '../lib/selected-objects.js'
import { createTurnQueue } from '../lib/event-loop.js'
import type { RequestContext } from '../viewer.js'

type Resolver = GraphQLFieldResolver<unknown, RequestContext>

/**
 * Counts the objects of a request against its budget as soon as a resolver returns them, before their fields are executed.
 * Nothing more is read once the budget is exceeded.
 */
export function countDeliveredObjects(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const wrap = wrapperFor(type, schema)
    for (const field of Object.values(type.getFields()))
      if (field.resolve && hasOwnResolver(field) && isCompositeType(getNamedType(field.type)))
        field.resolve = wrap(field.resolve as Resolver)
  }
}

function wrapperFor(type: GraphQLObjectType, schema: GraphQLSchema): (resolve: Resolver) => Resolver {
  if (type === schema.getMutationType()) return countMutationField
  return type === schema.getQueryType() ? countQueryField : countField
}

const withBudget =
  (
    resolve: Resolver,
    run: (objects: ObjectBudget, ...resolverArguments: Parameters<Resolver>) => unknown,
  ): Resolver =>
  (source, args, context, info) => {
    const { objectBudget: objects } = context
    if (!objects) return resolve(source, args, context, info)
    objects.assertNotExceeded()
    return run(objects, source, args, context, info)
  }

/** Wraps a field below the root. */
const countField = (resolve: Resolver): Resolver =>
  withBudget(resolve, (objects, ...resolverArguments) => resolveAndCount(resolve, objects, resolverArguments))

/** Wraps a root field of a query, which can return very large records. */
const countQueryField = (resolve: Resolver): Resolver =>
  withBudget(resolve, (objects, ...resolverArguments) =>
    objects.read(() => resolveAndCount(resolve, objects, resolverArguments)),
  )

/** Wraps a root field of a mutation. Its result is always delivered, because the write has succeeded. */
const countMutationField = (resolve: Resolver): Resolver =>
  withBudget(resolve, (objects, ...resolverArguments) => {
    const [, , , info] = resolverArguments
    return mapResult(resolve(...resolverArguments), value => {
      const selected = countSelected(value, info)
      objects.countWritten(selected, info.path)
      return yieldIfLarge(value, selected)
    })
  })

function resolveAndCount(
  resolve: Resolver,
  objects: ObjectBudget,
  resolverArguments: Parameters<Resolver>,
): unknown {
  const [, , , info] = resolverArguments
  return mapResult(resolve(...resolverArguments), value => {
    const selected = countSelected(value, info)
    objects.count(selected, info.path)
    return yieldIfLarge(value, selected)
  })
}

/** A value with more objects is executed in its own iteration of the event loop, because compiled code does not pause. */
const maxObjectsPerTurn = 500

const waitForTurn = createTurnQueue()

const yieldIfLarge = (value: unknown, objects: number): unknown =>
  objects > maxObjectsPerTurn ? waitForTurn().then(() => value) : value

const mapResult = (value: unknown, use: (value: unknown) => unknown): unknown =>
  isPromise(value) ? value.then(use) : use(value)
