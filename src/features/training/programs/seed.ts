import { pluralize } from '../../../lib/plural.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Seeder } from '../../../platform/database/seed-versions.js'
import type { ExerciseService } from '../exercises/service.js'
import type { SaveWrite } from '../../owned/models.js'
import { expandProgram, readProgramFiles, parsePrograms, type BuiltInProgram } from './builtin/programs.js'
import { builtInOwnerId } from './builtin/owner.js'
import type { ProgramKind } from './kind.js'
import type { ProgramContent } from './models.js'
import type { ProgramStore } from './store.js'

interface Dependencies {
  programs: Pick<ProgramStore, 'find'>
  kind: ProgramKind
  exercises: Pick<ExerciseService, 'bySlug'>
  seeder: Seeder
  log: { info(message: string): void; warn(message: string): void }
}

/**
 * Publishes the service's own programs as far as they are news: what they were stays a version of its own. An edition
 * older than the published one, of an instance of before, changes nothing.
 */
export function programSeed({ programs, kind, exercises, seeder, log }: Dependencies) {
  /** What has changed since it was published; only that is written out. */
  async function readNews(texts: readonly string[]): Promise<News[]> {
    const sources = parsePrograms(texts)
    const rows = await Promise.all(sources.map(([, { id }]) => programs.find(builtInOwnerId, id)))
    return sources.flatMap(([file, source], at) => {
      const row = rows[at]
      const isNews = (row?.content?.edition ?? 0) < source.edition
      return isNews ? [{ program: expandProgram(file, source), version: row?.version ?? null }] : []
    })
  }

  /** Whether none is left out. */
  async function publish(texts: readonly string[]): Promise<boolean> {
    const news = await readNews(texts)
    const slugs = news.flatMap(({ program }) => planned(program).map(({ exerciseId }) => exerciseId))
    const known = await exercises.bySlug(slugs)
    const writes: SaveWrite<ProgramContent>[] = []
    for (const { program, version } of news) {
      const content = contentOf(program, slug => known.get(slug)?.id)
      if (content) writes.push({ id: program.id, expectedVersion: version, content, path: program.slug })
      else log.warn(`The program ${program.slug} is left out: the catalogue lacks an exercise of it.`)
    }
    if (writes.length > 0) {
      const written = await kind.apply(builtInOwnerId, writes)
      for (const { error } of written) if (error) throw error
      // A conflict is another instance that did the same.
      const published = written.filter(({ status }) => status === 'APPLIED').length
      log.info(`Training programs of the service are published: ${pluralize(published, 'program')}.`)
    }
    return writes.length === news.length
  }

  return async (): Promise<void> => {
    const texts = await readProgramFiles()
    await seeder.seedOnce('programs', fingerprintOf(texts), () => publish(texts))
  }
}

interface News {
  program: BuiltInProgram
  /** The one that is published; null where none is. */
  version: number | null
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
