import type { GraphQLResolveInfo } from 'graphql'
import { cumulativeLimit, maxStoredObjects, storedObjectCount } from './object-count.js'
import { maxDeliveredObjects } from './object-budget.js'
import type { Page, PageArguments } from './pages.js'
import { estimateSelected } from './selected-objects.js'

interface Stored {
  content: object | null
  derived: object | null
}

/** The remaining budget is reserved for objects that resolvers add to the nodes of a page. */
export const maxPageObjects = 0.9 * maxDeliveredObjects

/** Shortens a page whose nodes are very large. The rest follows on the next page. */
export const limitPage = <Node extends Stored, Count extends number | null>(
  page: Page<Node, Count>,
  pageArguments: PageArguments,
): Page<Node, Count> =>
  shortenPage(page, pageArguments, maxStoredObjects, ({ node }) => storedObjectCount(node))

/**
 * Shortens a page if the selected fields contain more objects than a request can deliver. The rest follows on the next
 * page.
 */
export const limitToDeliverable = <Node, Count extends number | null>(
  page: Page<Node, Count>,
  pageArguments: PageArguments,
  info: GraphQLResolveInfo,
): Page<Node, Count> =>
  shortenPage(page, pageArguments, maxPageObjects, edge => estimateSelected({ edges: [edge] }, info) - 1)

function shortenPage<Node, Count extends number | null>(
  page: Page<Node, Count>,
  { first, last }: PageArguments,
  limit: number,
  sizeOf: (edge: Page<Node, Count>['edges'][number]) => number,
): Page<Node, Count> {
  const isBackwards = first == null && last != null
  const inReadingOrder = isBackwards ? page.edges.toReversed() : page.edges
  const exceedsLimit = cumulativeLimit(limit)
  const count = inReadingOrder.findIndex(edge => exceedsLimit(sizeOf(edge)))
  if (count < 0) return page
  const kept = isBackwards ? page.edges.slice(-count) : page.edges.slice(0, count)
  const pageInfo = {
    ...page.pageInfo,
    ...(isBackwards ? { hasPreviousPage: true } : { hasNextPage: true }),
    startCursor: kept[0]?.cursor ?? null,
    endCursor: kept.at(-1)?.cursor ?? null,
  }
  return { ...page, pageInfo, edges: kept }
}
