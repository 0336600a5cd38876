import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Spread } from './statistics.js'
import type { TargetLine } from './target-table.js'

/** What a benchmark reports to `npm run bench`. */
export interface Results {
  lines?: TargetLine[]
  contests?: Contest[]
}

/** The same request to several servers. */
export interface Contest {
  /** Such as `me, 24 fields`. */
  request: string
  database: 'MongoDB' | 'embedded'
  connections: number
  rivals: Contender[]
}

export interface Contender {
  name: string
  perSecond: Spread
  /** Latency in milliseconds. */
  p50: number
  /** Requests per second of the service, divided by those of this server in the same round. */
  ratio: Spread
  /** Processor time of the server's process, in microseconds per request. */
  cpu: number
}

const { BENCH_RESULTS } = process.env

/** Writes the results for `npm run bench`, if it has started this program. */
export async function saveResults(program: string, results: Results): Promise<void> {
  if (BENCH_RESULTS === undefined) return
  await mkdir(BENCH_RESULTS, { recursive: true })
  await writeFile(join(BENCH_RESULTS, `${program}.json`), JSON.stringify(results))
}

/** JSON has no NaN: a value that could not be measured is written as null. */
const restoreNaN = (key: string, value: unknown) => (key === 'value' && value === null ? NaN : value)

/** @returns null if the program has not reported any */
export async function loadResults(folder: string, program: string): Promise<Results | null> {
  const text = await readFile(join(folder, `${program}.json`), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text, restoreNaN) as Results)
}
