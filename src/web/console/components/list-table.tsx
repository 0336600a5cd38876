import type { JSX } from 'preact'
import { t } from '../i18n.js'
import { Loading, Problem } from './query.js'
import { Table, type Columns } from './table.js'
import type { List } from './use-list.js'

interface TableProps<Row> {
  of: List<Row>
  columns: Columns<Row>
  keyOf(row: Row): string
  /** Says that the list has no items. */
  empty: string
}

/** The rows of a list that is loaded page by page. */
export const ListTable = <Row,>({ of: list, columns, keyOf, empty }: TableProps<Row>): JSX.Element => (
  <>
    {list.nodes !== null && list.nodes.length > 0 && (
      <Table columns={columns} rows={list.nodes} keyOf={keyOf} />
    )}
    <ListEnd of={list} empty={empty} />
  </>
)

/** The button below a list that loads its next page, and the state of the list. */
export function ListEnd({ of: list, empty }: { of: List<unknown>; empty: string }): JSX.Element | null {
  if (list.error !== null) return <Problem error={list.error} onRetry={list.reload} />
  if (list.nodes === null) return <Loading />
  if (list.nodes.length === 0) return <p class="empty">{empty}</p>
  if (!list.hasMore) return null
  return (
    <button type="button" class="button quiet more" onClick={list.loadMore}>
      {t('more')}
    </button>
  )
}
