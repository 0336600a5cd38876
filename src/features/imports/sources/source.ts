import type { ExercisePlan, Wish } from '../matching/plan.js'
import type { SkippedLine } from '../models.js'
import type { Candidate } from '../write.js'

/** How a kind of file is imported. It is read twice: what an exercise is, is known when all of it was read. */
export interface Source {
  /** The exercises that it names, by what the plan is to be asked by. @throws UnreadableFileError */
  survey(
    bytes: AsyncIterable<Buffer>,
    onRow: () => void,
  ): Promise<{ wishes: Map<string, Wish>; isOwn: boolean }>
  /** Its workouts, and the lines of which there is nothing to import. */
  workouts(
    bytes: AsyncIterable<Buffer>,
    plan: ExercisePlan,
    onRow: () => void,
  ): AsyncGenerator<Candidate | SkippedLine>
}
