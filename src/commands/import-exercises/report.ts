import type { ImportReport } from '../../features/exercises/import.js'
import { counted, grouped } from '../../lib/counts.js'
import type { Records, Skipped } from './records.js'
import { quoted } from './record-fields.js'

/** Up to so many are listed one by one, then by reason, with a few examples each. */
const listed = 50
const examples = 3

/** What an import did, for people. */
export function describeImport({ entries, skipped, withImages }: Records, report: ImportReport): string {
  const { added, changed, unchanged, twins, taken } = report
  const bare = entries.filter(entry => entry.instructions.length === 0).length
  return [
    `${counted(entries.length + skipped.length, 'record')}:`,
    `  ${grouped(added)} added`,
    `  ${grouped(changed)} changed`,
    `  ${grouped(unchanged)} unchanged`,
    `  ${grouped(twins.length + taken.length)} left out, because the catalogue has ${twins.length + taken.length === 1 ? 'it' : 'them'} already`,
    `  ${grouped(skipped.length)} skipped, because ${skipped.length === 1 ? 'it' : 'they'} cannot be read`,
    ...section('Skipped:', describeSkipped(skipped)),
    ...section(
      'In the catalogue under this name or a similar one:',
      firstOf(twins, ({ name, of }) => `${quoted(name)} is ${quoted(of)}`),
    ),
    ...section(
      'The slug belongs to an exercise of another catalogue:',
      firstOf(taken, slug => slug),
    ),
    '',
    ...(bare > 0
      ? [`Without instructions: ${grouped(bare)}. Name, muscles and equipment suffice to log a set.`]
      : []),
    ...(withImages > 0
      ? [`The images of ${counted(withImages, 'record')} are ignored: their origin is disputed.`]
      : []),
    ...(added + changed === 0 ? ['Nothing has changed.'] : []),
  ].join('\n')
}

const section = (title: string, lines: string[]) =>
  lines.length > 0 ? ['', title, ...lines.map(line => `  ${line}`)] : []

function describeSkipped(skipped: readonly Skipped[]): string[] {
  if (skipped.length <= listed) return skipped.map(({ record, reason }) => `${record}: ${reason}`)
  const byReason = new Map<string, string[]>()
  for (const { record, reason } of skipped) {
    const records = byReason.get(reason) ?? []
    byReason.set(reason, records)
    records.push(record)
  }
  const most = [...byReason].sort(([, left], [, right]) => right.length - left.length)
  return firstOf(most, ([reason, records]) => {
    const more = records.length - examples
    const tail = more > 0 ? ` and ${grouped(more)} more` : ''
    return `${reason} ${records.slice(0, examples).join(', ')}${tail}`
  })
}

function firstOf<T>(items: readonly T[], describe: (item: T) => string): string[] {
  const lines = items.slice(0, 4 * listed).map(describe)
  return items.length > lines.length ? [...lines, `and ${grouped(items.length - lines.length)} more`] : lines
}
