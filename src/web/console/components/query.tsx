import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { RefreshCw } from 'lucide'
import { Icon } from '../../shared/icon.js'
import type { TypedText } from '../../../client/requests.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { request } from '../session.js'

export interface Query<Data> {
  data: Data | null
  error: unknown
  reload(): void
}

/** Executes an operation, and again when its variables change. Keeps the previous data until then. */
export function useQuery<Data, Variables extends object>(
  operation: TypedText<Data, Variables>,
  variables: Variables,
): Query<Data> {
  const [state, setState] = useState<{ data: Data | null; error: unknown }>({ data: null, error: null })
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify(variables)
  useEffect(() => {
    let isCurrent = true
    request(operation, variables).then(
      data => isCurrent && setState({ data, error: null }),
      (error: unknown) => isCurrent && setState(({ data }) => ({ data, error })),
    )
    return () => {
      isCurrent = false
    }
  }, [operation, key, attempt])
  return { ...state, reload: () => setAttempt(count => count + 1) }
}

export interface Connection<Node> {
  totalCount?: number | null
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  edges: readonly { node: Node }[]
}

type NodeOf<Page> = Page extends Connection<infer Node> ? Node : never

interface PageVariables {
  first: number
  after?: string | null
}

interface List<Node, Page extends Connection<Node> = Connection<Node>> {
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
  const { data, error, reload } = useQuery(operation, page)
  const connection = data && (connectionOf(data) as (Page & Connection<Node>) | null)
  useEffect(() => {
    if (!connection) return
    const nodes = connection.edges.map(({ node }) => node as Node)
    setLoaded(before =>
      after !== null && before.key === key ? { key, nodes: [...before.nodes, ...nodes] } : { key, nodes },
    )
  }, [data])
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

interface LoadedProps<Data> {
  of: Query<Data>
  children(data: Data): ComponentChildren
}

/** Shows the data of an operation, or why it is missing and how to load it. */
export function Loaded<Data>({ of: { data, error, reload }, children }: LoadedProps<Data>): JSX.Element {
  return (
    <>
      {error !== null && <Problem error={error} onRetry={reload} />}
      {data !== null && children(data)}
      {data === null && error === null && <div class="loading" role="status" aria-label={t('loading')} />}
    </>
  )
}

export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }): JSX.Element => (
  <div class="notice bad" role="alert">
    <p>{describe(error)}</p>
    {onRetry && (
      <button type="button" class="button quiet" onClick={onRetry}>
        <Icon of={RefreshCw} size={16} /> {t('tryAgain')}
      </button>
    )}
  </div>
)

/** The button below a list that loads its next page, and the state of the list. */
export function ListEnd({ of: list, empty }: { of: List<unknown>; empty: string }): JSX.Element | null {
  if (list.error !== null) return <Problem error={list.error} onRetry={list.reload} />
  if (list.nodes === null) return <div class="loading" role="status" aria-label={t('loading')} />
  if (list.nodes.length === 0) return <p class="empty">{empty}</p>
  if (!list.hasMore) return null
  return (
    <button type="button" class="button quiet more" onClick={list.loadMore}>
      {t('more')}
    </button>
  )
}
