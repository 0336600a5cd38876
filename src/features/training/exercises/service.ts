import { badUserInputAt, notFound, unauthenticated } from '../../../errors.js'
import { maxPageSize, pageOf, type Page, type PageArguments } from '../../../lib/pages.js'
import { assertMaxLength, singleLine } from '../../../lib/text.js'
import { localeOf, type RequestContext } from '../../../viewer.js'
import type { CatalogueService } from './catalogue-service.js'
import type { ExerciseFilter } from './facets.js'
import { alternativesFinder } from './alternatives-finder.js'
import { exerciseList, type ExerciseScope, type ExerciseSort } from './exercise-list.js'
import type { Exercise } from './models.js'
import type { UserLibraries } from './user-library.js'
import { customExerciseId } from './custom/present.js'
import type { CustomExerciseStore } from './custom/store.js'
import type { Searcher } from './search/search-queue.js'
import type { Equipment } from './vocabulary.js'

const maxSearchLength = 100
const usualAlternatives = 5

interface Dependencies {
  catalogue: CatalogueService
  own: CustomExerciseStore
  libraryOf: UserLibraries
}

/** What is asked of a list; what is left out is as usual. */
export interface ListArguments extends PageArguments {
  search?: string | null
  filter?: (ExerciseFilter & { scope?: ExerciseScope | null }) | null
  sort?: ExerciseSort | null
}

/** What an exercise is to a person. */
export interface ExerciseUserData {
  isFavorite: boolean
  lastPerformedAt: Date | null
  timesPerformed: number
}

/** Who asks; null without a token. */
type UserId = string | null

export function exerciseService({ catalogue, own, libraryOf }: Dependencies) {
  const findAlternatives = alternativesFinder()

  /** As `get`, but null for what there is not. */
  async function find(id: string, userId: UserId): Promise<Exercise | null> {
    const { byId } = await catalogue.index()
    return byId.get(id) ?? (userId === null ? null : await own.find(userId, id))
  }

  /** The exercises of the catalogue that have these slugs. */
  async function bySlug(slugs: Iterable<string>): Promise<Map<string, Exercise>> {
    const wanted = new Set(slugs)
    const { byId } = await catalogue.index()
    const found = [...byId.values()].filter(({ slug }) => wanted.has(slug))
    return new Map(found.map(exercise => [exercise.slug, exercise]))
  }

  return {
    find,

    /**
     * An exercise as somebody sees it, deleted ones of their own too. What is asked for at one moment is one read.
     * @throws AppError NOT_FOUND
     */
    async get(id: string, userId: UserId): Promise<Exercise> {
      const exercise = await find(id, userId)
      if (!exercise) throw notFound('exercise')
      return exercise
    },

    /** As `get`, by the slug. @throws AppError NOT_FOUND */
    async getBySlug(slug: string, userId: UserId): Promise<Exercise> {
      const ownId = userId === null ? null : customExerciseId(slug)
      const exercise =
        (await bySlug([slug])).get(slug) ?? (userId && ownId && (await own.find(userId, ownId)))
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

    /** All of the catalogue, and the person's own that are not deleted. */
    async everything(userId: string): Promise<{ catalogue: readonly Exercise[]; own: readonly Exercise[] }> {
      const [{ exercises }, { own }] = await Promise.all([catalogue.index(), libraryOf(userId)])
      return { catalogue: exercises, own: own.exercises }
    },

    bySlug,

    /**
     * A page of the catalogue and the person's own exercises.
     * @throws AppError UNAUTHENTICATED, BAD_USER_INPUT, SERVICE_UNAVAILABLE
     */
    async list(
      context: RequestContext,
      { search, filter, sort, ...page }: ListArguments,
    ): Promise<Page<Exercise>> {
      const userId = context.viewer?.id ?? null
      const { scope, ...fields } = filter ?? {}
      const words = searchOf(search ?? '')
      const wanted = {
        search: words,
        filter: fields,
        scope: scope ?? 'ALL',
        sort: sortOf(sort ?? 'RELEVANCE', words),
      }
      if (userId === null && (personalScopes.has(wanted.scope) || personalSorts.has(wanted.sort)))
        throw unauthenticated()
      const library = userId === null ? null : await libraryOf(userId)
      const { inLanguage } = await catalogue.index()
      const listed = await inLanguage(localeOf(context))
      return pageOf(await exerciseList(listed, library, wanted, searcherOf(context)), page)
    },

    /** What is asked for at one moment is read once. */
    async personal(userId: string, id: string): Promise<ExerciseUserData> {
      const { favorites, uses } = await libraryOf(userId)
      const { lastPerformedAt = null, timesPerformed = 0 } = uses[id] ?? {}
      return { isFavorite: favorites.has(id), lastPerformedAt, timesPerformed }
    },

    /**
     * What can be done instead, the nearest first.
     * @param available the equipment that there is; null or none for all
     * @throws AppError BAD_USER_INPUT
     */
    async alternatives(
      exercise: Exercise,
      userId: UserId,
      first: number | null,
      available: readonly Equipment[] | null,
    ): Promise<Exercise[]> {
      const count = first ?? usualAlternatives
      if (count < 0 || count > maxPageSize)
        throw badUserInputAt('first', `must be between 0 and ${maxPageSize}.`)
      if (count === 0 || exercise.primaryMuscles.length === 0) return []
      const library = userId === null ? null : await libraryOf(userId)
      const indexes = [await catalogue.index(), ...(library ? [library.own] : [])]
      return findAlternatives({ exercise, indexes, count, available: available?.length ? available : null })
    },

    import: catalogue.import,
  }
}

export type ExerciseService = ReturnType<typeof exerciseService>

const searcherOf = ({ viewer, client, isClientWaiting }: RequestContext): Searcher => ({
  client: viewer?.id ?? client.address,
  isClientWaiting: isClientWaiting ?? (() => true),
})

const personalScopes: ReadonlySet<ExerciseScope> = new Set(['MINE', 'FAVORITES'])
const personalSorts: ReadonlySet<ExerciseSort> = new Set(['LAST_PERFORMED', 'TIMES_PERFORMED'])

/** Without a search nothing is more relevant than anything else. */
const sortOf = (sort: ExerciseSort, search: string) => (sort === 'RELEVANCE' && search === '' ? 'NAME' : sort)

function searchOf(search: string): string {
  const rule = { field: 'search', maxLength: maxSearchLength }
  assertMaxLength(search, rule)
  // What is pasted into a search box may have tabs and line breaks.
  return singleLine(search.replace(/\s+/g, ' '), rule)
}
