import type { Scene } from './scenes.js'
import type { Tally } from './tally.js'

/** What the contract itself has people see: a token that has expired is renewed. */
const usual = ['200', '201', '202', '204', '401 UNAUTHENTICATED', '401 TOKEN_EXPIRED']
const failures = ['502', '503', 'cut']

const heads = 'scene|requests|502|503|cut|may fail|longest wait|may be|p50|p99|wrong|signed out|lost'.split(
  '|',
)
export const heading = `${row(heads)}\n${row(heads.map(() => '---'))}`

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

const countOf = ({ statuses }: Tally, status: string) =>
  [...statuses].reduce((sum, [outcome, count]) => sum + (outcome.split(' ')[0] === status ? count : 0), 0)

function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** The scene as a line of a Markdown table. */
export function lineOf(name: string, { outage, failed }: Scene, tally: Tally): string {
  const { requests, wrong, signedOut, lost, unheard } = tally.count
  const inMilliseconds = (part: number) => `${Math.round(percentile(tally.times, part))} ms`
  return row([
    ...[name, requests, ...failures.map(status => countOf(tally, status))],
    ...[`${failed} %`, `${(percentile(tally.times, 1) / 1000).toFixed(1)} s`, `${outage} s`],
    ...[inMilliseconds(0.5), inMilliseconds(0.99)],
    ...[wrong + unheard, signedOut, lost],
  ])
}

/** What was promised and not kept, a sentence each. */
export function brokenPromises({ outage, failed }: Scene, tally: Tally): string[] {
  const { requests, wrong, signedOut, lost, unheard } = tally.count
  const failedHere = failures.reduce((sum, status) => sum + countOf(tally, status), 0)
  const longest = percentile(tally.times, 1) / 1000
  const others = [...tally.statuses].filter(([outcome]) => !isExpected(outcome))
  return [
    ...(requests === 0 ? ['nobody asked for anything'] : []),
    ...(wrong > 0 ? [`${wrong} answers are wrong`] : []),
    ...(unheard > 0 ? [`${unheard} people hear of no changes any more`] : []),
    ...(signedOut > 0 ? [`${signedOut} people were signed out`] : []),
    ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
    ...others.map(([outcome, count]) => `${count} requests were answered ${outcome}`),
    ...(longest > outage ? [`somebody waited ${longest.toFixed(1)} s, which may be ${outage} s`] : []),
    ...(failedHere > (requests * failed) / 100
      ? [`${failedHere} of ${requests} requests failed, which may be ${failed} %`]
      : []),
  ]
}

const isExpected = (outcome: string) =>
  usual.includes(outcome) || failures.includes(outcome.split(' ')[0] ?? '')
