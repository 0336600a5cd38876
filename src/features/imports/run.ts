import type { Readable } from 'node:stream'
import type { ObjectStorage } from '../../platform/files/object-storage.js'
import { draftOf, importedId } from './draft.js'
import { addTraits, noTraits, type Traits } from './matching/guess.js'
import type { ExercisePlan, ExercisePlanner } from './matching/plan.js'
import type { LoggedWorkout, SkippedLine } from './models.js'
import { unpacked } from './reading/bytes.js'
import { openTable, type Table } from './reading/csv.js'
import { UnreadableFileError } from './reading/unreadable.js'
import type { ImportJob } from './store.js'
import type { Tally } from './tally.js'
import type { Hold } from './worker.js'
import type { WorkoutWriter } from './write.js'

/** How many different exercises a file may have. */
const mostNames = 2000

interface Dependencies {
  storage: Pick<ObjectStorage, 'read'>
  planExercises: ExercisePlanner
  writer: WorkoutWriter
}

/**
 * Does an import, reading the file twice: what an exercise is can be told only when all of its sets are known. Done
 * again, from the start, it changes nothing of what is done.
 */
export function importRun({ storage, planExercises, writer }: Dependencies) {
  return async (job: ImportJob, tally: Tally, hold: Hold): Promise<void> => {
    const { userId, options } = job
    const open = async (onRow: () => void): Promise<Table> => {
      const bytes = unpacked(() => fileOf(job))
      return openTable(bytes, options, () => {
        onRow()
        hold.goOn()
      })
    }
    const names = await survey(await open(() => tally.counts.rowsRead++))
    hold.goOn()
    const plan = await planExercises(userId, names, tally, options.dryRun)
    const table = await open(() => undefined)
    const batch = writer(job, tally, hold)
    for await (const found of table.workouts)
      if ('workout' in found) {
        const isWhole = leaveOut(found.workout, plan, tally)
        if (!isWhole) continue
        const id = importedId(userId, table.columns.source, found.workout)
        const draft = draftOf(id, found.workout, options.timezone, plan.exerciseOf)
        await batch.add({ line: found.workout.line, draft, isOwn: table.columns.isOwn })
      } else tally.skip(found)
    await batch.end()
  }

  async function fileOf({ fileKey }: ImportJob): Promise<Readable> {
    const file = await storage.read('user-assets', fileKey)
    if (!file) throw new UnreadableFileError('The file is gone.')
    return file
  }
}

/** What the sets of each exercise say. */
async function survey({ workouts }: { workouts: AsyncIterable<{ workout: LoggedWorkout } | SkippedLine> }) {
  const names = new Map<string, Traits>()
  for await (const found of workouts)
    if ('workout' in found)
      for (const { name, sets } of found.workout.entries) {
        const traits = names.get(name) ?? noTraits()
        if (!names.has(name) && names.size < mostNames) names.set(name, traits)
        for (const set of sets) addTraits(traits, set)
      }
  return names
}

/** Tells of the lines of exercises that there are not. @returns whether anything of the workout is left */
function leaveOut(
  { entries }: LoggedWorkout,
  { exerciseOf, problemOf }: ExercisePlan,
  { skip }: Tally,
): boolean {
  const unknown = entries.filter(({ name }) => !exerciseOf(name))
  for (const { name, sets } of unknown) for (const { line } of sets) skip({ line, reason: problemOf(name) })
  return entries.length === 0 || unknown.length < entries.length
}
