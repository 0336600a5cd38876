import { counted } from '../../lib/counts.js'
import type { ExerciseService } from '../exercises/service.js'
import type { Save } from '../owned/models.js'
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
  /** Null for what is no news. */
  async function writeOf(program: BuiltInProgram, idOf: SlugLookup): Promise<Save<ProgramContent> | null> {
    const { id, slug, edition } = program
    const row = await programs.find(serviceId, id)
    if ((row?.content?.edition ?? 0) >= edition) return null
    const content = contentOf(program, idOf)
    if (content) return { id, expectedVersion: row?.version ?? null, content, path: slug }
    log.warn(`The program ${slug} is left out: the catalogue lacks an exercise of it.`)
    return null
  }

  return async (): Promise<void> => {
    const all = await builtInPrograms()
    const slugs = all.flatMap(program => planned(program).map(({ exerciseId }) => exerciseId))
    const known = await exercises.bySlug(slugs)
    const writes = await Promise.all(all.map(program => writeOf(program, slug => known.get(slug)?.id)))
    const news = writes.filter(write => write !== null)
    if (news.length === 0) return
    const written = await kind.apply(serviceId, news)
    for (const { error } of written) if (error) throw error
    // A conflict is another instance that did the same.
    const published = written.filter(({ status }) => status === 'APPLIED').length
    log.info(`Training programs of the service are published: ${counted(published, 'program')}.`)
  }
}

type SlugLookup = (slug: string) => string | undefined

const planned = ({ weeks }: BuiltInProgram) =>
  weeks.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises))

/** Null where an exercise is missing. */
function contentOf(program: BuiltInProgram, idOf: SlugLookup): ProgramContent | null {
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
