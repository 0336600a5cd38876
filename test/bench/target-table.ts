/** A measured value and what it must not exceed. */
export interface TargetLine {
  name: string
  value: number
  /** Without it, the line is only reported. */
  limit?: number
  unit: string
  /** The measured values that the value is computed from. */
  details?: string
}

const decimalsOf: Record<string, number> = { '×': 2, s: 2, ms: 2, MB: 0 }

const format = (value: number, unit: string) => `${value.toFixed(decimalsOf[unit] ?? 0)} ${unit}`

/** Returns whether the value is within its limit. A value that could not be measured is not. */
export const meets = ({ value, limit }: TargetLine): boolean => limit === undefined || value <= limit

/** Formats a table of targets and measured values, with a heading. */
export function targetTable(lines: readonly TargetLine[]): string {
  const rows = [
    ['', 'target', 'measured', '', ''],
    ...lines.map(line => [
      line.name,
      line.limit === undefined ? '' : `≤ ${format(line.limit, line.unit)}`,
      format(line.value, line.unit),
      line.limit === undefined ? '' : meets(line) ? 'ok' : 'MISSED',
      line.details ?? '',
    ]),
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
