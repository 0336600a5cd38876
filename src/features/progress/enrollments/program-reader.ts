import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { exerciseIdsOf } from '../../training/programs/weeks-summary.js'

export interface ProgramVersions {
  /**
   * Reads a published version of a program.
   * @param number null for the latest version
   * @throws AppError NOT_FOUND if there is no version that the user may see or is enrolled in; BAD_USER_INPUT if the
   * latest version is requested of an unpublished program of the user
   */
  version(userId: string, programId: string, number: number | null): Promise<ProgramVersion>
}

export interface ProgramReaderDependencies {
  programs: ProgramVersions
  exercises: Pick<ExerciseService, 'findMany'>
}

/** Versions of a program, and their exercises by id. */
interface ProgramContent {
  versions: ProgramVersion[]
  exercises: ReadonlyMap<string, Exercise>
}

/** Creates a function that reads the versions of a program with some numbers. */
export const programReader =
  ({ programs, exercises }: ProgramReaderDependencies) =>
  async (userId: string, programId: string, numbers: Iterable<number>): Promise<ProgramContent> => {
    const versions: ProgramVersion[] = []
    for (const number of new Set(numbers)) versions.push(await programs.version(userId, programId, number))
    const exerciseIds = versions.flatMap(({ weeks }) => exerciseIdsOf(weeks))
    return { versions, exercises: await exercises.findMany(userId, exerciseIds) }
  }
