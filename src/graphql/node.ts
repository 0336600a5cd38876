import type { GraphQLResolveInfo, GraphQLSchema } from 'graphql'
import { AppError, badUserInputAt, notFound } from '../errors.js'
import { parseIdAt, type NodeObject } from '../lib/ids.js'
import { maxPageSize } from '../lib/pages.js'
import { readRecords, recordsReadAtOnce } from '../lib/record-reads.js'
import { permits, scopesOfType } from '../lib/token-scopes.js'
import { countSelected } from '../lib/selected-objects.js'
import type { RequestContext } from '../viewer.js'

/**
 * Finds an object of one feature by its identifier. Reads of one tick are batched, so that many identifiers need no more
 * database commands than one.
 * @throws AppError NOT_FOUND
 */
export type NodeFinder = (id: string, context: RequestContext) => Promise<NodeObject | null>

/** Resolves `node` and `nodes`. All features search for the identifiers concurrently. */
export function nodeResolvers(finders: readonly NodeFinder[]) {
  async function findNode(
    id: string,
    context: RequestContext,
    { schema }: GraphQLResolveInfo,
  ): Promise<NodeObject | null> {
    const found = await Promise.all(finders.map(find => find(id, context).catch(nullIfNotFound)))
    const node = found.find(one => one !== null) ?? null
    return node && isPermitted(node, context, schema) ? node : null
  }

  return {
    Query: {
      async node(
        _root: unknown,
        { id }: { id: string },
        context: RequestContext,
        info: GraphQLResolveInfo,
      ): Promise<NodeObject> {
        const node = await findNode(parseIdAt(id, 'id'), context, info)
        if (!node) throw notFound('node')
        return node
      },

      async nodes(
        _root: unknown,
        { ids }: { ids: readonly string[] },
        context: RequestContext,
        info: GraphQLResolveInfo,
      ): Promise<(NodeObject | null)[]> {
        const nodeIds = parseIds(ids)
        const nodes: (NodeObject | null)[] = []
        while (nodes.length < nodeIds.length) {
          const next = nodeIds.slice(nodes.length, nodes.length + recordsReadAtOnce)
          const read = () => Promise.all(next.map(id => findNode(id, context, info)))
          nodes.push(...(await readRecords(context.objectBudget, read)))
          context.objectBudget?.assertAvailable(countSelected(nodes, info), info.path)
        }
        return nodes
      },
    },
    // Synchronous, because compiled code does not await it.
    Node: { __resolveType: ({ __typename }: NodeObject) => __typename },
  }
}

/** Returns whether the token of the request permits to read the object. */
function isPermitted({ __typename }: NodeObject, { viewer }: RequestContext, schema: GraphQLSchema): boolean {
  if (!viewer?.scopes) return true
  const type = schema.getType(__typename)
  const required = type && scopesOfType(schema, type)
  return required != null && permits(viewer, required)
}

/** @throws AppError BAD_USER_INPUT */
function parseIds(ids: readonly string[]): string[] {
  if (ids.length > maxPageSize) throw badUserInputAt('ids', `must have at most ${maxPageSize} identifiers.`)
  return ids.map((id, index) => parseIdAt(id, `ids[${index}]`))
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null
  throw error
}
