import type { ComponentChildren, JSX } from 'preact'
import { t } from '../i18n.js'
import { Loading, Problem } from './query.js'
import { Table, type Columns } from './table.js'
import type { List } from './use-list.js'

interface HeaderProps {
  title: string
  /** The number of items that match the filters; null if it is not known. */
  count?: number | null
  /** What the user can do on the screen. */
  children?: ComponentChildren
}

export const ScreenHeader = ({ title, count = null, children }: HeaderProps): JSX.Element => (
  <header class="head">
    <h1>{title}</h1>
    {count !== null && <p class="faint">{t('matches', { count })}</p>}
    {children}
  </header>
)

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
