/**
 * Measures what a large embedded database costs, compared with an almost empty one: start, memory, screens, saves and
 * backup (Linux only). Both folders are filled through the database layer with people whose documents were created
 * through the API: by default 100,000 accounts with 20 workouts each, of ten exercises of three sets for a thousand of
 * them. Both services run at the same time and are measured in turns.
 *
 *   npm run build && node dist/test/bench/one-machine.js [--folder FOLDER] [--accounts 100000] [--large-accounts 1000]
 *     [--workouts 20] [--people 1000] [--warm-up 150] [--rounds 5] [--saves 300]
 *
 * --people is the number of people whose screens are measured, --warm-up of those whose screens are read before, so that
 * the code is compiled. --rounds is the number of starts.
 *
 * A FOLDER is kept: the next run measures it as it is and ignores the sizes. Fill it anew after some weeks, because
 * sessions, enrollments and running workouts are as old as the folder.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareContestant, runContestant, screens } from './one-machine/contestant.js'
import {
  chooseCouples,
  measureBackup,
  measureSaves,
  measureScreens,
  measureStarts,
  type Contest,
  type Pair,
} from './one-machine/measurements.js'
import { memoryOf, type Memory } from './process-memory.js'
import { saveResults } from './results.js'
import { meets, targetTable, type TargetLine } from './target-table.js'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    accounts: { type: 'string', default: '100000' },
    'large-accounts': { type: 'string', default: '1000' },
    workouts: { type: 'string', default: '20' },
    people: { type: 'string', default: '1000' },
    'warm-up': { type: 'string', default: '150' },
    rounds: { type: 'string', default: '5' },
    saves: { type: 'string', default: '300' },
  },
})
const workouts = Number(values.workouts)
const sizes = {
  accounts: Number(values.accounts),
  largeAccounts: Number(values['large-accounts']),
  workouts,
}
const almostEmpty = { accounts: 10, largeAccounts: 2, workouts }
const MB = 1_000_000
const lines: TargetLine[] = []
const scratch = await mkdtemp(join(tmpdir(), 'fitness-one-machine-'))
const folder = resolve(values.folder ?? scratch)
try {
  await mkdir(folder, { recursive: true })
  await measure()
} finally {
  await rm(scratch, { recursive: true, force: true })
}
console.log(targetTable(lines))
await saveResults('one-machine', { lines })
if (!lines.every(meets)) process.exitCode = 1

async function measure(): Promise<void> {
  const contestants = {
    full: await prepareContestant(join(folder, 'full'), sizes),
    empty: await prepareContestant(join(folder, 'empty'), almostEmpty),
  }
  const { accounts, workouts } = contestants.full.filled
  console.log(`${accounts} accounts with ${workouts} workouts each, and ${almostEmpty.accounts} accounts\n`)

  report('starts')
  const starts = await measureStarts(contestants, Number(values.rounds))
  addRatio('start to first response', starts, 1.3)
  lines.push({ name: 'start of the almost empty database', value: starts.empty, limit: 800, unit: 'ms' })

  const running = {
    full: await runContestant(contestants.full),
    empty: await runContestant(contestants.empty),
  }
  try {
    const readMemory = async (): Promise<Contest<Memory>> => ({
      full: await memoryOf(running.full.pid),
      empty: await memoryOf(running.empty.pid),
    })
    addMemory('after the start', await readMemory())

    report('screens')
    await measureScreens(running, chooseCouples(contestants, Number(values['warm-up'])))
    const couples = chooseCouples(contestants, Number(values.people))
    const first = await measureScreens(running, couples)
    const second = await measureScreens(running, couples)
    addMemory(`after the screens of ${couples.length} people`, await readMemory())
    for (const screen of screens) addRatio(`${screen}, first reading`, first[screen], 2.5)
    for (const screen of screens) addRatio(`${screen}, second reading`, second[screen], 1.5)

    report('saves')
    const saving = chooseCouples(contestants, Number(values.saves))
    addRatio('saveWorkout of 10 × 3 sets', await measureSaves(running, saving), 1.5)

    report('backups')
    const { duration, size, peakResident } = await measureBackup(contestants.full, scratch)
    lines.push({
      name: 'backup',
      value: duration,
      unit: 's',
      details: `${megabytes(size)} of data, ${(size / MB / duration).toFixed(0)} MB/s`,
    })
    // An absolute limit: the backup of an almost empty database ends before its memory grows to the usual size.
    lines.push({ name: 'backup, peak resident memory', value: peakResident / MB, limit: 150, unit: 'MB' })
  } finally {
    await running.full.stop()
    await running.empty.stop()
  }
}

function addRatio(name: string, { full, empty }: Pair, limit: number, unit = 'ms'): void {
  const details = `${full.toFixed(1)} ${unit}, almost empty ${empty.toFixed(1)} ${unit}`
  lines.push({ name, value: full / empty, limit, unit: '×', details })
}

function addMemory(when: string, { full, empty }: Contest<Memory>): void {
  const anonymous = { full: full.anonymous / MB, empty: empty.anonymous / MB }
  addRatio(`anonymous memory ${when}`, anonymous, 1.5, 'MB')
  const details = `${megabytes(full.files)} of it mapped files, almost empty ${megabytes(empty.resident)}`
  lines.push({
    name: `resident memory ${when}`,
    value: full.resident / MB,
    limit: 350,
    unit: 'MB',
    details,
  })
}

function megabytes(bytes: number): string {
  return `${(bytes / MB).toFixed(0)} MB`
}

function report(step: string): void {
  process.stderr.write(`measuring ${step}\n`)
}
