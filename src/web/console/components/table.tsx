import type { ComponentChildren, JSX } from 'preact'

interface Column<Row> {
  title: string
  /** Phones have no room for the column. */
  isWide?: boolean
  cell(row: Row): ComponentChildren
}

/** The columns of a table, of which the first one names the rows. */
export type Columns<Row> = readonly [first: Column<Row>, ...others: Column<Row>[]]

interface Props<Row> {
  columns: Columns<Row>
  rows: readonly Row[]
  keyOf(row: Row): string
}

const classOf = ({ isWide = false }: Column<never>): string | undefined => (isWide ? 'wide' : undefined)

export const Table = <Row,>({ columns, rows, keyOf }: Props<Row>): JSX.Element => {
  const [first, ...others] = columns
  return (
    <table>
      <thead>
        <tr>
          {columns.map(column => (
            <th scope="col" class={classOf(column)} key={column.title}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={keyOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(column => (
              <td class={classOf(column)} key={column.title}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
