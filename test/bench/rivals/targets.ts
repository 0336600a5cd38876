import type { Contest } from '../results.js'
import type { TargetLine } from '../target-table.js'

/** The minimum ratio of the requests per second of the service to those of a rival. */
const targets: { request: string; connections: number; rivals: string[]; atLeast: number }[] = [
  { request: 'me', connections: 1, rivals: ['by hand'], atLeast: 1 },
  { request: 'user(id)', connections: 1, rivals: ['by hand'], atLeast: 1 },
  { request: '50 exercises', connections: 1, rivals: ['by hand'], atLeast: 2.5 },
  { request: 'me', connections: 64, rivals: ['coalesced'], atLeast: 0.8 },
  { request: 'me', connections: 64, rivals: ['by hand'], atLeast: 5 },
  { request: '50 exercises', connections: 64, rivals: ['by hand'], atLeast: 10 },
  { request: 'me', connections: 64, rivals: ['Mercurius', 'Apollo', 'Yoga'], atLeast: 8 },
  { request: '50 exercises', connections: 64, rivals: ['Mercurius', 'Apollo', 'Yoga'], atLeast: 8 },
]

/** The ratios on MongoDB that have targets. */
export function requestTargets(contests: readonly Contest[]): TargetLine[] {
  return targets.flatMap(({ request, connections, rivals, atLeast }) => {
    const contest = contests.find(
      one => one.database === 'MongoDB' && one.connections === connections && one.request.startsWith(request),
    )
    const measured = contest?.rivals.filter(({ name }) => rivals.includes(name)) ?? []
    return measured.map(({ name, ratio }) => ({
      name: `${request}, ${connections} connection${connections === 1 ? '' : 's'}: service, relative to ${name}`,
      value: ratio.median,
      atLeast,
      unit: '×',
      details: `${ratio.least.toFixed(2)} to ${ratio.greatest.toFixed(2)}`,
    }))
  })
}
