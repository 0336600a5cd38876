import { AppError, notFound } from '../errors.js'
import { parseIdAt, type NodeObject } from '../lib/ids.js'
import type { Asker } from '../viewer.js'

/** Looks where one feature keeps its objects. @throws AppError NOT_FOUND */
export type NodeFinder = (id: string, asker: Asker) => Promise<NodeObject | null>

/** `node(id)`, from wherever there is such an object: one look in each place, all at once. */
export const nodeResolvers = (finders: readonly NodeFinder[]) => ({
  Query: {
    async node(_root: unknown, { id }: { id: string }, asker: Asker): Promise<NodeObject> {
      const nodeId = parseIdAt(id, 'id')
      const found = await Promise.all(finders.map(find => find(nodeId, asker).catch(unlessNotFound)))
      const node = found.find(one => one !== null)
      if (!node) throw notFound('node')
      return node
    },
  },
  // At once: compiled code does not wait for it.
  Node: { __resolveType: ({ __typename }: NodeObject) => __typename },
})

function unlessNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null
  throw error
}
