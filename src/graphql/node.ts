import { AppError, notFound } from '../errors.js'
import { parseId } from '../lib/ids.js'
import type { Asker } from '../viewer.js'

/** An object that has an identifier of its own, with the name of its type. */
export interface FoundNode {
  __typename: string
  id: string
}

/** Looks where one feature keeps its objects. @throws AppError NOT_FOUND */
export type NodeFinder = (id: string, asker: Asker) => Promise<FoundNode | null>

/** `node(id)`, from wherever there is such an object: one look in each place, all at once. */
export const nodeResolvers = (finders: readonly NodeFinder[]) => ({
  Query: {
    async node(_root: unknown, { id }: { id: string }, asker: Asker): Promise<FoundNode> {
      const nodeId = parseId(id, 'node')
      const found = await Promise.all(finders.map(find => find(nodeId, asker).catch(unlessNotFound)))
      const node = found.find(one => one !== null)
      if (!node) throw notFound('node')
      return node
    },
  },
  // At once: compiled code does not wait for it.
  Node: { __resolveType: ({ __typename }: FoundNode) => __typename },
})

function unlessNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return null
  throw error
}
