import { counted } from '../../lib/counts.js'
import type { ExerciseService } from '../exercises/service.js'
import { builtInPrograms, type BuiltInProgram } from './builtin/programs.js'
import { serviceId } from './builtin/owner.js'
import type { ProgramKind } from './kind.js'
import type { ProgramContent } from './models.js'
import type { ProgramStore } from './store.js'

interface Dependencies {
  programs: Pick<ProgramStore, 'find'>
  kind: ProgramKind
  exercises: Pick<ExerciseService, 'bySlug'>
  log: { info(message: string): void; warn(message: string): void }
}

/**
 * Publishes the service's own programs as far as they are news: what they were stays a version of its own. An edition
 * older than the published one, of an instance of before, changes nothing.
 */
export function programSeed({ programs, kind, exercises, log }: Dependencies) {
  async function publish(
    program: BuiltInProgram,
    idOf: (slug: string) => string | undefined,
  ): Promise<boolean> {
    const { id } = program
    const row = await programs.find(serviceId, id)
    if ((row?.content?.edition ?? 0) >= program.edition) return false
    const content = contentOf(program, idOf)
    if (!content) {
      log.warn(`The program ${program.slug} is left out: the catalogue lacks an exercise of it.`)
      return false
    }
    const write = { id, expectedVersion: row?.version ?? null, content, path: program.slug }
    const { status, error } = await kind.save(serviceId, write)
    if (error) throw error
    // A conflict is another instance that did the same.
    return status === 'APPLIED'
  }

  return async (): Promise<void> => {
    const all = await builtInPrograms()
    const slugs = all.flatMap(program => planned(program).map(({ exerciseId }) => exerciseId))
    const known = await exercises.bySlug(slugs)
    let published = 0
    for (const program of all) if (await publish(program, slug => known.get(slug)?.id)) published++
    if (published > 0)
      log.info(`Training programs of the service are published: ${counted(published, 'program')}.`)
  }
}

const planned = ({ weeks }: BuiltInProgram) =>
  weeks.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises))

/** Null where an exercise is missing. */
function contentOf(
  program: BuiltInProgram,
  idOf: (slug: string) => string | undefined,
): ProgramContent | null {
  if (planned(program).some(({ exerciseId }) => idOf(exerciseId) === undefined)) return null
  const { id: _, weeks, ...heading } = program
  const named = weeks.map(week => ({
    ...week,
    days: week.days.map(day => ({
      ...day,
      exercises: day.exercises.map(one => ({ ...one, exerciseId: idOf(one.exerciseId) ?? '' })),
    })),
  }))
  return { ...heading, weeks: named, visibility: 'PUBLISHED' }
}
