import type { ExercisePlan, Wish } from '../matching/plan.js'
import type { SkippedLine } from '../models.js'
import type { OwnProfile } from '../reading/own-data.js'
import type { Candidate } from '../write.js'

/** How many different exercises a file may have. */
export const mostNames = 2000
/** Of an exercise before it is known which it is. */
export const noId = '0'.repeat(24)

/** What is found in a file at its first reading. */
export interface Survey {
  /** The exercises that it names, by what the plan is to be asked by. */
  wishes: Map<string, Wish>
  /** Whether this service wrote it. */
  isOwn: boolean
  /** Null where it says nothing of the person. */
  profile: OwnProfile | null
}

/** How a kind of file is imported. It is read twice: what an exercise is, is known when all of it was read. */
export interface Source {
  /** @throws UnreadableFileError */
  survey(bytes: AsyncIterable<Buffer>, onRow: () => void): Promise<Survey>
  /** Its workouts, and the lines of which there is nothing to import. */
  workouts(
    bytes: AsyncIterable<Buffer>,
    plan: ExercisePlan,
    onRow: () => void,
  ): AsyncGenerator<Candidate | SkippedLine>
}
