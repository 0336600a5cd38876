import { notFound } from '../../errors.js'
import { pageOf, type Page, type PageArguments } from '../../lib/pages.js'
import { demandShort, singleLine } from '../../lib/text.js'
import type { CatalogueService } from './catalogue-service.js'
import type { Exercise } from './models.js'
import type { OwnExerciseStore } from './own/store.js'

interface Dependencies {
  catalogue: CatalogueService
  own: OwnExerciseStore
}

export function exerciseService({ catalogue, own }: Dependencies) {
  /** As `get`, but null for what there is not. */
  async function find(id: string, userId: string | null): Promise<Exercise | null> {
    const { byId } = await catalogue.index()
    return byId.get(id) ?? (userId === null ? null : await own.find(userId, id))
  }

  return {
    find,

    /**
     * An exercise as somebody sees it, deleted ones of their own too. What is asked for at one moment is one read.
     * @param userId null for whoever has no token
     * @throws AppError NOT_FOUND
     */
    async get(id: string, userId: string | null): Promise<Exercise> {
      const exercise = await find(id, userId)
      if (!exercise) throw notFound('exercise')
      return exercise
    },

    /**
     * Those among the ids that a person may name: of the catalogue and their own, deleted ones too as long as their
     * workouts name them. One read at most, also in a transaction.
     */
    async known(userId: string, ids: Iterable<string>): Promise<Map<string, Exercise>> {
      const { byId } = await catalogue.index()
      const wanted = [...new Set(ids)]
      const others = wanted.filter(id => !byId.has(id))
      const found = others.length === 0 ? [] : await own.among(userId, others)
      const all = [...wanted.flatMap(id => byId.get(id) ?? []), ...found]
      return new Map(all.map(exercise => [exercise.id, exercise]))
    },

    /** Those of the catalogue that have these slugs. */
    async bySlug(slugs: Iterable<string>): Promise<Map<string, Exercise>> {
      const wanted = new Set(slugs)
      const { byId } = await catalogue.index()
      const found = [...byId.values()].filter(({ slug }) => wanted.has(slug))
      return new Map(found.map(exercise => [exercise.slug, exercise]))
    },

    /** A page of the catalogue, by name or by relevance. @throws AppError BAD_USER_INPUT */
    async list(search: string, page: PageArguments): Promise<Page<Exercise>> {
      const rule = { field: 'search', maxLength: 100 }
      demandShort(search, rule)
      // What is pasted into a search box may have tabs and line breaks.
      const words = singleLine(search.replace(/\s+/g, ' '), rule)
      const { edges, ...rest } = pageOf(await (await catalogue.index()).list(words), page)
      return { ...rest, edges: edges.map(({ cursor, node }) => ({ cursor, node: node.exercise })) }
    },

    import: catalogue.import,
  }
}

export type ExerciseService = ReturnType<typeof exerciseService>
