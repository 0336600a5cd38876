import { readFile } from 'node:fs/promises'
import type { Contest } from '../results.js'
import { median, spreadOf } from '../statistics.js'
import type { Figures } from './load.js'

/** Results of one round, by competitor. */
export type Round = Record<string, Figures>

/** Prints the medians of all rounds; each ratio is within one round. */
export function report(title: string, rivals: readonly string[], rounds: readonly Round[]): void {
  console.log(`\n${title}`)
  for (const competitor of rivals) {
    const of = (figure: keyof Figures, digits: number) =>
      median(rounds.map(round => round[competitor]![figure])).toFixed(digits)
    const columns = [
      `${of('perSecond', 0).padStart(6)} requests/s`,
      `p50 ${of('p50', 2).padStart(6)} ms`,
      `p99 ${of('p99', 2).padStart(7)} ms`,
      `processor ${of('cpu', 0).padStart(5)} µs`,
    ]
    console.log(`  ${competitor.padEnd(10)} ${columns.join('   ')}`)
  }
  const [service = '', ...others] = rivals
  for (const other of others) {
    const rate = ratios(rounds, round => round[service]!.perSecond / round[other]!.perSecond)
    const cpu = ratios(rounds, round => round[service]!.cpu / round[other]!.cpu)
    console.log(`  ${service}/${other.padEnd(10)} requests ${rate}   processor ${cpu}`)
  }
}

/** The results of all rounds; ratios compare the service, which is the first rival, with each of the others. */
export function contestOf(
  contest: Omit<Contest, 'rivals'>,
  rivals: readonly string[],
  rounds: readonly Round[],
): Contest {
  const [service = ''] = rivals
  return {
    ...contest,
    rivals: rivals.map(name => ({
      name,
      perSecond: spreadOf(rounds.map(round => round[name]!.perSecond)),
      p50: median(rounds.map(round => round[name]!.p50)),
      ratio: spreadOf(rounds.map(round => round[service]!.perSecond / round[name]!.perSecond)),
      cpu: median(rounds.map(round => round[name]!.cpu)),
    })),
  }
}

/** Median, minimum and maximum. */
function ratios(rounds: readonly Round[], ratio: (round: Round) => number): string {
  const { median, least, greatest } = spreadOf(rounds.map(ratio))
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${greatest.toFixed(2)})`
}

/** Resident memory of a process; Linux only. */
export async function residentMiB(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024).toFixed(0)
}
