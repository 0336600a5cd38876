import { useEffect, useState } from 'preact/hooks'
import type { TypedText } from '../../../client/requests.js'
import { useQuery } from './query.js'

interface Connection<Node> {
  totalCount?: number | null
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: readonly { node: Node }[]
}

type NodeOf<Page> = Page extends Connection<infer Node> ? Node : never

interface PageVariables {
  first: number
  after?: string | null
}

export interface List<Node, Page extends Connection<Node> = Connection<Node>> {
  /** The last page; null until the first one is loaded. */
  connection: Page | null
  /** Null until the first page is loaded. */
  nodes: Node[] | null
  totalCount: number | null
  error: unknown
  hasMore: boolean
  loadMore(): void
  reload(): void
}

const pageSize = 25

/** Loads a list page by page, from the start when its variables change. */
export function useList<Data, Variables extends PageVariables, Page extends Connection<unknown>>(
  operation: TypedText<Data, Variables>,
  variables: Omit<Variables, keyof PageVariables>,
  connectionOf: (data: Data) => Page | null,
): List<NodeOf<Page>, Page & Connection<NodeOf<Page>>> {
  type Node = NodeOf<Page>
  const key = JSON.stringify(variables)
  const [cursor, setCursor] = useState<{ key: string; after: string | null }>({ key, after: null })
  const after = cursor.key === key ? cursor.after : null
  const [loaded, setLoaded] = useState<{ key: string; nodes: Node[] }>({ key, nodes: [] })
  const page = { ...variables, first: pageSize, after } as unknown as Variables
  const { value, error, reload } = useQuery(operation, page)
  const connection = value && (connectionOf(value) as (Page & Connection<Node>) | null)
  useEffect(() => {
    if (!connection) return
    const nodes = connection.edges.map(({ node }) => node as Node)
    setLoaded(before =>
      after !== null && before.key === key ? { key, nodes: [...before.nodes, ...nodes] } : { key, nodes },
    )
  }, [value])
  return {
    connection,
    nodes: connection ? loaded.nodes : null,
    totalCount: connection?.totalCount ?? null,
    error,
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    loadMore: () => setCursor({ key, after: connection?.pageInfo.endCursor ?? null }),
    reload: () => {
      setCursor({ key, after: null })
      reload()
    },
  }
}
