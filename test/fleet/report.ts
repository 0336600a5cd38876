import type { Scenario } from './scenarios.js'
import type { Statistics } from './statistics.js'

/** Statuses that the API documents for these requests, including those of an expired token. */
const expectedStatuses = ['200', '201', '202', '204', '401 UNAUTHENTICATED', '401 TOKEN_EXPIRED']
const failures = ['502', '503', 'broken']

const columns =
  'scenario|requests|502|503|broken|max failures|longest wait|max wait|p50|p99|wrong|signed out|lost'.split(
    '|',
  )
export const heading = `${row(columns)}\n${row(columns.map(() => '---'))}`

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}

const countOf = ({ statuses }: Statistics, status: string) =>
  [...statuses].reduce((sum, [outcome, count]) => sum + (outcome.split(' ')[0] === status ? count : 0), 0)

function percentile(times: readonly number[], fraction: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}

/** A scenario's results as a row of a Markdown table. */
export function lineOf(
  name: string,
  { maxWaitSeconds, maxFailedPercent }: Scenario,
  statistics: Statistics,
): string {
  const { requests, wrong, signedOut, lost, missedEvents } = statistics.count
  const inMilliseconds = (fraction: number) => `${Math.round(percentile(statistics.times, fraction))} ms`
  return row([
    ...[name, requests, ...failures.map(status => countOf(statistics, status))],
    ...[
      `${maxFailedPercent} %`,
      `${(percentile(statistics.times, 1) / 1000).toFixed(1)} s`,
      `${maxWaitSeconds} s`,
    ],
    ...[inMilliseconds(0.5), inMilliseconds(0.99)],
    ...[wrong + missedEvents, signedOut, lost],
  ])
}

/** Messages for the limits that a scenario exceeded. */
export function violationsOf(
  { maxWaitSeconds, maxFailedPercent }: Scenario,
  statistics: Statistics,
): string[] {
  const { requests, wrong, signedOut, lost, missedEvents } = statistics.count
  const failedRequests = failures.reduce((sum, status) => sum + countOf(statistics, status), 0)
  const longest = percentile(statistics.times, 1) / 1000
  const others = [...statistics.statuses].filter(([outcome]) => !isExpected(outcome))
  return [
    ...(requests === 0 ? ['no requests were sent'] : []),
    ...(wrong > 0 ? [`${wrong} responses are wrong`] : []),
    ...(missedEvents > 0 ? [`${missedEvents} users no longer receive change events`] : []),
    ...(signedOut > 0 ? [`${signedOut} users were signed out`] : []),
    ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
    ...others.map(([outcome, count]) => `${count} requests failed with ${outcome}`),
    ...(longest > maxWaitSeconds
      ? [`the longest wait was ${longest.toFixed(1)} s, above the limit of ${maxWaitSeconds} s`]
      : []),
    ...(failedRequests > (requests * maxFailedPercent) / 100
      ? [`${failedRequests} of ${requests} requests failed, above the limit of ${maxFailedPercent} %`]
      : []),
  ]
}

const isExpected = (outcome: string) =>
  expectedStatuses.includes(outcome) || failures.includes(outcome.split(' ')[0] ?? '')
