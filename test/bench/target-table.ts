/** A measured value and its target. A line without a target is only reported. */
export interface TargetLine {
  name: string
  value: number
  /** The greatest value within the target. */
  limit?: number
  /** The least value within the target. */
  atLeast?: number
  unit: string
  /** The measured values that the value is computed from. */
  details?: string
}

const decimalsOf: Record<string, number> = { '×': 2, s: 2, ms: 2, MB: 0 }

const format = (value: number, unit: string) => `${value.toFixed(decimalsOf[unit] ?? 0)} ${unit}`

/** Returns whether the value is within its target. A value that could not be measured is not. */
export function meets({ value, limit, atLeast }: TargetLine): boolean {
  return (limit === undefined || value <= limit) && (atLeast === undefined || value >= atLeast)
}

/** The cells of a line: name, target, measured value, and whether the target is met. */
export function cellsOf(line: TargetLine): [name: string, target: string, measured: string, outcome: string] {
  const { name, value, limit, atLeast, unit } = line
  const measured = format(value, unit)
  if (limit === undefined && atLeast === undefined) return [name, '', measured, '']
  const target = limit === undefined ? `≥ ${format(atLeast ?? NaN, unit)}` : `≤ ${format(limit, unit)}`
  return [name, target, measured, meets(line) ? 'ok' : 'MISSED']
}

/** Formats a table of targets and measured values, with a heading. */
export function targetTable(lines: readonly TargetLine[]): string {
  const rows = [
    ['', 'target', 'measured', '', ''],
    ...lines.map(line => [...cellsOf(line), line.details ?? '']),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map(row => row[column]!.length)))
  return rows
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
