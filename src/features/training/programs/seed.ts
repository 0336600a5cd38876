import { pluralize } from '../../../lib/plural.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Seeder } from '../../../platform/database/seed-versions.js'
import type { ExerciseService } from '../exercises/service.js'
import type { SaveWrite } from '../../owned/models.js'
import { expandProgram, readProgramFiles, parsePrograms, type BuiltInProgram } from './builtin/programs.js'
import { builtInOwnerId } from './builtin/owner.js'
import type { ProgramRecordType } from './record-type.js'
import type { PlannedExercise, ProgramContent } from './models.js'
import type { ProgramStore } from './store.js'
import { exerciseIdsOf } from './weeks-summary.js'

interface Dependencies {
  programs: Pick<ProgramStore, 'find'>
  recordType: ProgramRecordType
  exercises: Pick<ExerciseService, 'findBySlugs'>
  seeder: Seeder
  log: { info(message: string): void; warn(message: string): void }
}

/** Publishes the built-in programs whose edition is higher than the published one. */
export function programSeed({ programs, recordType, exercises, seeder, log }: Dependencies) {
  async function findOutdated(texts: readonly string[]): Promise<OutdatedProgram[]> {
    const sources = parsePrograms(texts)
    const rows = await Promise.all(sources.map(([, { id }]) => programs.find(builtInOwnerId, id)))
    return sources.flatMap(([file, source], index) => {
      const row = rows[index]
      const isOutdated = (row?.content?.edition ?? 0) < source.edition
      return isOutdated ? [{ program: expandProgram(file, source), version: row?.version ?? null }] : []
    })
  }

  /** @returns false if a program was skipped because the catalogue lacks one of its exercises */
  async function publish(texts: readonly string[]): Promise<boolean> {
    const outdated = await findOutdated(texts)
    const slugs = outdated.flatMap(({ program }) => exerciseIdsOf(program.weeks))
    const exercisesBySlug = await exercises.findBySlugs(slugs)
    const writes: SaveWrite<ProgramContent>[] = []
    for (const { program, version } of outdated) {
      const content = toContent(program, slug => exercisesBySlug.get(slug)?.id)
      if (content) writes.push({ id: program.id, expectedVersion: version, content, path: program.slug })
      else log.warn(`Skipped the built-in program ${program.slug}: the catalogue lacks one of its exercises.`)
    }
    if (writes.length > 0) {
      const results = await recordType.apply(builtInOwnerId, writes)
      for (const { error } of results) if (error) throw error
      // A conflict means that another instance has published the same edition.
      const published = results.filter(({ status }) => status === 'APPLIED').length
      log.info(`Published ${pluralize(published, 'built-in program')}.`)
    }
    return writes.length === outdated.length
  }

  return async (): Promise<void> => {
    const texts = await readProgramFiles()
    await seeder.seedOnce('programs', fingerprintOf(texts), () => publish(texts))
  }
}

interface OutdatedProgram {
  program: BuiltInProgram
  /** The version of the stored record; null if there is none. */
  version: number | null
}

/** Null if the catalogue lacks an exercise of the program. */
function toContent(
  program: BuiltInProgram,
  idOf: (slug: string) => string | undefined,
): ProgramContent | null {
  if (exerciseIdsOf(program.weeks).some(slug => idOf(slug) === undefined)) return null
  const { id: _, weeks, ...heading } = program
  const weeksWithIds = weeks.map(week => ({
    ...week,
    days: week.days.map(day => ({
      ...day,
      exercises: day.exercises.map(planned => withExerciseIds(planned, slug => idOf(slug) ?? '')),
    })),
  }))
  return { ...heading, weeks: weeksWithIds, visibility: 'PUBLISHED' }
}

/** Replaces the ids of the exercises of an entry. */
function withExerciseIds(planned: PlannedExercise, idOf: (exerciseId: string) => string): PlannedExercise {
  const { exerciseId, progression } = planned
  const harderExerciseId = progression?.harderExerciseId ? idOf(progression.harderExerciseId) : null
  return {
    ...planned,
    exerciseId: idOf(exerciseId),
    progression: progression && { ...progression, harderExerciseId },
  }
}
