import type { Readable } from 'node:stream'
import type { ObjectStorage } from '../../platform/files/object-storage.js'
import type { ExercisePlanner } from './matching/plan.js'
import { unpacked } from './reading/bytes.js'
import type { OwnProfile } from './reading/own-data.js'
import { UnreadableFileError } from './reading/unreadable.js'
import { ownDataSource } from './sources/own-data.js'
import { tableSource } from './sources/table.js'
import type { ImportJob } from './store.js'
import type { Tally } from './tally.js'
import type { Hold } from './worker.js'
import type { WorkoutWriter } from './write.js'

interface Dependencies {
  storage: Pick<ObjectStorage, 'read'>
  planExercises: ExercisePlanner
  writer: WorkoutWriter
  /** Fills in what the profile does not say yet. */
  fillProfile(userId: string, profile: OwnProfile): Promise<void>
  clock: () => Date
}

/** Does an import. Done again, from the start, it changes nothing of what is done. */
export function importRun({ storage, planExercises, writer, fillProfile, clock }: Dependencies) {
  return async (job: ImportJob, tally: Tally, hold: Hold): Promise<void> => {
    const { userId, options } = job
    const bytes = () => unpacked(() => fileOf(job))
    const source = ((await firstLetter(bytes())) === '{' ? ownDataSource : tableSource)(job, clock())
    const { wishes, isOwn, profile } = await source.survey(bytes(), () => {
      tally.counts.rowsRead++
      hold.goOn()
    })
    hold.goOn()
    // Before the workouts: the weight of the body counts in them.
    if (profile && !options.dryRun) await fillProfile(userId, profile)
    const plan = await planExercises(userId, wishes, tally, { dryRun: options.dryRun, isOwn, hold })
    const batch = writer(job, tally, hold)
    for await (const found of source.workouts(bytes(), plan, hold.goOn))
      if ('draft' in found) await batch.add(found)
      else tally.skip(found)
    await batch.end()
  }

  async function fileOf({ fileKey }: ImportJob): Promise<Readable> {
    const file = await storage.read('user-assets', fileKey)
    if (!file) throw new UnreadableFileError('The file is gone.')
    return file
  }
}

/** The first one that is no white space. */
async function firstLetter(bytes: AsyncIterable<Buffer>): Promise<string> {
  for await (const chunk of bytes)
    return chunk
      .subarray(0, 1000)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .charAt(0)
  return ''
}
