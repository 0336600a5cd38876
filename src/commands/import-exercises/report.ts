import type { ImportReport } from '../../features/training/exercises/import-entries.js'
import { pluralize, formatCount } from '../../lib/plural.js'
import type { Records, Skipped } from '../../features/training/exercises/free-exercise-db/records.js'
import { quoted } from '../../features/training/exercises/free-exercise-db/record-fields.js'

/** Up to this number, skipped records are listed individually. More are grouped by reason, with a few examples. */
const maxListedRecords = 50
const examplesPerReason = 3

/** Describes the result of an import. */
export function describeImport({ entries, skipped, withImages }: Records, report: ImportReport): string {
  const { added, changed, unchanged, duplicates, takenSlugs } = report
  const withoutInstructions = entries.filter(entry => entry.instructions.length === 0).length
  return [
    `${pluralize(entries.length + skipped.length, 'record')}:`,
    `  ${formatCount(added)} added`,
    `  ${formatCount(changed)} changed`,
    `  ${formatCount(unchanged)} unchanged`,
    `  ${formatCount(duplicates.length + takenSlugs.length)} omitted, because the catalogue already has ${duplicates.length + takenSlugs.length === 1 ? 'it' : 'them'}`,
    `  ${formatCount(skipped.length)} skipped, because ${skipped.length === 1 ? 'it' : 'they'} cannot be read`,
    ...section('Skipped:', describeSkipped(skipped)),
    ...section(
      'In the catalogue under this name or a similar one:',
      firstOf(duplicates, ({ name, of }) => `${quoted(name)} is ${quoted(of)}`),
    ),
    ...section(
      'The slug belongs to an exercise of another catalogue:',
      firstOf(takenSlugs, slug => slug),
    ),
    '',
    ...(withoutInstructions > 0
      ? [
          `Without instructions: ${formatCount(withoutInstructions)}. Name, muscles and equipment suffice to log a set.`,
        ]
      : []),
    ...(withImages > 0
      ? [`The images of ${pluralize(withImages, 'record')} are ignored: their origin is disputed.`]
      : []),
    ...(added + changed === 0 ? ['Nothing has changed.'] : []),
  ].join('\n')
}

const section = (title: string, lines: string[]) =>
  lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []

function describeSkipped(skipped: readonly Skipped[]): string[] {
  if (skipped.length <= maxListedRecords) return skipped.map(({ record, reason }) => `${record}: ${reason}`)
  const namesByReason = new Map<string, string[]>()
  for (const { record, reason } of skipped) {
    const records = namesByReason.get(reason) ?? []
    namesByReason.set(reason, records)
    records.push(record)
  }
  const mostFrequent = [...namesByReason].sort(([, left], [, right]) => right.length - left.length)
  return firstOf(mostFrequent, ([reason, records]) => {
    const more = records.length - examplesPerReason
    const tail = more > 0 ? ` and ${formatCount(more)} more` : ''
    return `${reason} ${records.slice(0, examplesPerReason).join(', ')}${tail}`
  })
}

function firstOf<T>(items: readonly T[], describe: (item: T) => string): string[] {
  const lines = items.slice(0, 4 * maxListedRecords).map(describe)
  return items.length > lines.length
    ? [...lines, `and ${formatCount(items.length - lines.length)} more`]
    : lines
}
