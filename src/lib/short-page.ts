import { fitting } from './object-count.js'
import type { Page, PageArguments } from './pages.js'

interface Stored {
  content: object | null
  derived: object | null
}

/** A page that ends earlier where what is on it is very large: what is missing comes on the next one. */
export function shortened<Node extends Stored, Count extends number | null>(
  page: Page<Node, Count>,
  { first, last }: PageArguments,
): Page<Node, Count> {
  const isBackwards = first == null && last != null
  const inReading = isBackwards ? page.edges.toReversed() : page.edges
  const count = fitting(inReading.map(({ node }) => [node.content, node.derived]))
  if (count === page.edges.length) return page
  const kept = isBackwards ? page.edges.slice(-count) : page.edges.slice(0, count)
  const pageInfo = {
    ...page.pageInfo,
    ...(isBackwards ? { hasPreviousPage: true } : { hasNextPage: true }),
    startCursor: kept[0]?.cursor ?? null,
    endCursor: kept.at(-1)?.cursor ?? null,
  }
  return { ...page, pageInfo, edges: kept }
}
