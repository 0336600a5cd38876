import type { Program, ProgramVersion } from '../programs/models.js'

/**
 * A program as it was published in a version.
 * @param current as its owner has it now; null where it is gone or not to be seen any more
 * @param since for a program that is gone: when it was there
 */
export function asPublished(version: ProgramVersion, current: Program | null, since: Date): Program {
  const { programId, number, weeks, ...described } = version
  return {
    ...(current ?? gone(since)),
    ...described,
    id: programId,
    publishedVersion: number,
    loadedWeeks: weeks,
  }
}

const gone = (since: Date) => ({
  ...{ version: 1, createdAt: since, updatedAt: since },
  ...{ visibility: 'ARCHIVED' as const, ownerId: '', isPublic: false, setCount: 0, weeklySets: {} },
})
