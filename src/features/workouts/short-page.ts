import { fitting } from '../../lib/object-count.js'
import type { Page, PageArguments } from '../../lib/pages.js'
import type { WorkoutRow } from './store.js'

/** As many objects as an answer has at most, so that none keeps all others waiting. */
const maxObjects = 20_000

/** A page that ends earlier where its workouts are very large: what is missing comes on the next one. */
export function shortened<Count extends number | null>(
  page: Page<WorkoutRow, Count>,
  { first, last }: PageArguments,
): Page<WorkoutRow, Count> {
  const isBackwards = first == null && last != null
  const inReading = isBackwards ? page.edges.toReversed() : page.edges
  const count = fitting(
    inReading.map(({ node }) => node.content),
    maxObjects,
  )
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
