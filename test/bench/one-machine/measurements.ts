import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seconds } from '../../../src/lib/quantities.js'
import { memoryOf, processTree } from '../process-memory.js'
import { median } from '../statistics.js'
import {
  screens,
  startContestant,
  type Contestant,
  type RunningContestant,
  type Screen,
} from './contestant.js'
import { workoutSizes, type Person, type PersonSize } from './fill.js'
import { newWorkout } from './template-people.js'

/** Values of the filled database and of the almost empty one, measured in turns. */
export interface Pair {
  full: number
  empty: number
}

export interface Contest<T> {
  full: T
  empty: T
}

const sides = ['full', 'empty'] as const
const sidesOf = (round: number) => (round % 2 === 0 ? sides : sides.toReversed())

const medians = (samples: Contest<number[]>): Pair => ({
  full: median(samples.full),
  empty: median(samples.empty),
})

/** Medians of the time from start to the first response, in milliseconds. */
export async function measureStarts(contestants: Contest<Contestant>, rounds: number): Promise<Pair> {
  const samples: Contest<number[]> = { full: [], empty: [] }
  // The first round reads the program and the data from the disk.
  for (let round = 0; round <= rounds; round++)
    for (const side of sidesOf(round)) {
      const service = await startContestant(contestants[side])
      if (round > 0) samples[side].push(service.startTime)
      await service.stop()
    }
  return medians(samples)
}

/** A person with whose counterpart in the almost empty database is compared. */
type Couple = Contest<Person>

/** Reads every screen of every couple once. @returns medians in milliseconds */
export async function measureScreens(
  running: Contest<RunningContestant>,
  couples: readonly Couple[],
): Promise<Record<Screen, Pair>> {
  const samples = {} as Record<Screen, Contest<number[]>>
  for (const screen of screens) samples[screen] = { full: [], empty: [] }
  for (const [round, couple] of couples.entries())
    for (const side of sidesOf(round))
      for (const screen of screens)
        samples[screen][side].push(await running[side].readScreen(couple[side], screen))
  return Object.fromEntries(screens.map(screen => [screen, medians(samples[screen])])) as Record<Screen, Pair>
}

const saveMutation = 'mutation ($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
const deleteMutation = 'mutation ($input: DeleteInput!) { deleteWorkout(input: $input) { conflict } }'

/** Saves a workout of ten exercises of three sets for each couple, and deletes it. @returns medians in milliseconds */
export async function measureSaves(
  running: Contest<RunningContestant>,
  couples: readonly Couple[],
): Promise<Pair> {
  const samples: Contest<number[]> = { full: [], empty: [] }
  for (const [round, couple] of couples.entries())
    for (const side of sidesOf(round)) {
      const { filled, timed } = running[side]
      const size = { ...workoutSizes.large, number: round }
      const input = newWorkout(filled.exerciseIds, new Date(Date.now() - 120 * seconds), size)
      samples[side].push(await timed(couple[side], { query: saveMutation, variables: { input } }))
      // The history of the few people in the almost empty database must not grow.
      await timed(couple[side], { query: deleteMutation, variables: { input: { id: input.id } } })
    }
  return medians(samples)
}

interface BackupCost {
  /** In seconds. */
  duration: number
  /** The peak of all processes of the backup together, in bytes. */
  peakResident: number
  /** Size of the data folder in bytes. */
  size: number
}

const commandLine = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url))

/** Runs `npm run backup` while the service is running. */
export async function measureBackup({ folder }: Contestant, scratch: string): Promise<BackupCost> {
  const file = join(scratch, `backup-${Date.now()}.zip`)
  const began = performance.now()
  const child = spawn(process.execPath, [commandLine, 'backup', file], {
    env: { ...process.env, DATA_PATH: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  let peakResident = 0
  while (child.exitCode === null && child.signalCode === null) {
    const all = await Promise.all((await processTree(child.pid ?? 0)).map(memoryOf))
    const total = all.reduce((sum, { resident }) => sum + resident, 0)
    peakResident = Math.max(peakResident, total)
    await pause(20)
  }
  const [exitCode] = (await exited) as [number | null]
  if (exitCode !== 0) throw new Error(`the backup ended with ${exitCode}`)
  const duration = (performance.now() - began) / seconds
  await rm(file)
  return { duration, peakResident, size: await sizeOf(folder) }
}

async function sizeOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(file =>
    file.isFile(),
  )
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * People chosen at random from the filled database, each with a person whose workouts are as large from the almost empty
 * one.
 */
export function chooseCouples({ full, empty }: Contest<Contestant>, count: number): Couple[] {
  const counterparts: Record<PersonSize, Person[]> = { small: [], large: [] }
  for (let number = 0; number < empty.filled.accounts; number++) {
    const person = empty.person(number)
    counterparts[person.size].push(person)
  }
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, full.filled.accounts))
    chosen.add(Math.floor(Math.random() * full.filled.accounts))
  return Array.from(chosen, (number, index) => {
    const person = full.person(number)
    const others = counterparts[person.size]
    return { full: person, empty: others[index % others.length]! }
  })
}
