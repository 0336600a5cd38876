import type { Contender, Contest } from '../results.js'
import { cellsOf, type TargetLine } from '../target-table.js'
import { formatCount } from './chart.js'

/** A Markdown table. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')
}

/** A table of rivals and requests for each database and number of connections. */
export function contestTables(contests: readonly Contest[]): string {
  const tables = new Map<string, Contest[]>()
  for (const contest of contests) {
    const key = `${contest.database} ${contest.connections}`
    tables.set(key, [...(tables.get(key) ?? []), contest])
  }
  return [...tables.values()].map(contestTable).join('\n\n')
}

function contestTable(contests: readonly Contest[]): string {
  const [first] = contests
  if (!first) return ''
  const clients = first.connections === 1 ? 'one connection' : `${first.connections} connections`
  const database = first.database === 'MongoDB' ? 'MongoDB' : 'the embedded database'
  const names = first.rivals.map(({ name }) => name)
  const rows = [
    ['', ...contests.map(({ request }) => request)],
    ...names.map((name, index) => [name, ...contests.map(({ rivals }) => contestCell(rivals[index]))]),
  ]
  return `Requests per second on ${database} with ${clients}:\n\n${table(rows)}`
}

function contestCell(contender: Contender | undefined): string {
  if (!contender) return ''
  const { name, perSecond, ratio } = contender
  const count = formatCount(perSecond.median)
  if (name === 'service') return count
  return `${count} (${ratio.median.toFixed(2)} ×, ${ratio.least.toFixed(2)} to ${ratio.greatest.toFixed(2)})`
}

/** A table of measured values and their targets. */
export function targetsTable(lines: readonly TargetLine[]): string {
  return table([
    ['measurement', 'target', 'measured', 'details'],
    ...lines.map(line => {
      const [name, target, measured, outcome] = cellsOf(line)
      return [name, target, outcome === 'MISSED' ? `${measured} (missed)` : measured, line.details ?? '']
    }),
  ])
}

/**
 * Replaces the text between `<!-- NAME -->` and `<!-- /NAME -->`.
 * @throws Error if the page does not have both
 */
export function replaceSection(page: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no ${start} … ${end}`)
  return `${page.slice(0, from + start.length)}\n\n${content}\n\n${page.slice(to)}`
}
