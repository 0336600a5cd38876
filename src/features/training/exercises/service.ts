import { badUserInputAt, notFound, unauthenticated } from '../../../errors.js'
import { maxPageSize, pageOf, type Page, type PageArguments } from '../../../lib/pages.js'
import { assertPermitted } from '../../../lib/token-scopes.js'
import { assertMaxLength, singleLine } from '../../../lib/text.js'
import { localeOf, permittedUserId, type RequestContext } from '../../../viewer.js'
import type { CatalogueService } from './catalogue-service.js'
import type { ExerciseFilter } from './facets.js'
import { alternativesFinder } from './alternatives-finder.js'
import { exerciseList, type ExerciseScope, type ExerciseSort } from './exercise-list.js'
import type { Exercise } from './models.js'
import type { UserLibraries } from './user-library.js'
import { customExerciseId } from './custom/present.js'
import type { CustomExerciseStore } from './custom/store.js'
import type { Searcher } from './search/search-queue.js'
import type { Equipment } from '../../../lib/exercise-vocabulary.js'

const maxSearchLength = 100
const defaultAlternatives = 5

interface Dependencies {
  catalogue: CatalogueService
  own: CustomExerciseStore
  libraryOf: UserLibraries
}

interface ListArguments extends PageArguments {
  search?: string | null
  filter?: (ExerciseFilter & { scope?: ExerciseScope | null }) | null
  sort?: ExerciseSort | null
}

/** The fields of an exercise that depend on the user. */
interface ExerciseUserData {
  isFavorite: boolean
  lastPerformedAt: Date | null
  timesPerformed: number
}

/** Null for an anonymous request. */
type UserId = string | null

export function exerciseService({ catalogue, own, libraryOf }: Dependencies) {
  const findAlternatives = alternativesFinder()

  /** Finds an exercise of the catalogue or one of the user's own, deleted ones included. Concurrent reads are batched. */
  async function find(id: string, userId: UserId): Promise<Exercise | null> {
    const { byId } = await catalogue.index()
    return byId.get(id) ?? (userId === null ? null : await own.find(userId, id))
  }

  /** Finds exercises of the catalogue. */
  async function findBySlugs(slugs: Iterable<string>): Promise<Map<string, Exercise>> {
    const requestedSlugs = new Set(slugs)
    const { byId } = await catalogue.index()
    const found = [...byId.values()].filter(({ slug }) => requestedSlugs.has(slug))
    return new Map(found.map(exercise => [exercise.slug, exercise]))
  }

  return {
    find,

    /** @throws AppError NOT_FOUND */
    async get(id: string, userId: UserId): Promise<Exercise> {
      const exercise = await find(id, userId)
      if (!exercise) throw notFound('exercise')
      return exercise
    },

    /** @throws AppError NOT_FOUND */
    async getBySlug(slug: string, userId: UserId): Promise<Exercise> {
      const ownId = userId === null ? null : customExerciseId(slug)
      const exercise =
        (await findBySlugs([slug])).get(slug) ?? (userId && ownId && (await own.find(userId, ownId)))
      if (!exercise) throw notFound('exercise')
      return exercise
    },

    /**
     * Finds the exercises with some of the ids in the catalogue and among the user's own, including deleted ones that a
     * workout contains. Costs one read at most, also in a transaction.
     */
    async findMany(userId: string, ids: Iterable<string>): Promise<Map<string, Exercise>> {
      const { byId } = await catalogue.index()
      const uniqueIds = [...new Set(ids)]
      const others = uniqueIds.filter(id => !byId.has(id))
      const found = others.length === 0 ? [] : await own.findMany(userId, others)
      const all = [...uniqueIds.flatMap(id => byId.get(id) ?? []), ...found]
      return new Map(all.map(exercise => [exercise.id, exercise]))
    },

    /** The catalogue, and the user's own exercises that are not deleted. */
    async listAll(userId: string): Promise<{ catalogue: readonly Exercise[]; own: readonly Exercise[] }> {
      const [{ exercises }, { own }] = await Promise.all([catalogue.index(), libraryOf(userId)])
      return { catalogue: exercises, own: own.exercises }
    },

    findBySlugs,

    /**
     * Lists the catalogue and the user's own exercises.
     * @throws AppError UNAUTHENTICATED, BAD_USER_INPUT, SERVICE_UNAVAILABLE
     */
    async list(
      context: RequestContext,
      { search, filter, sort, ...page }: ListArguments,
    ): Promise<Page<Exercise>> {
      const userId = permittedUserId(context, ['exercises:read'])
      const { scope, ...fields } = filter ?? {}
      const words = readSearch(search ?? '')
      const query = {
        search: words,
        filter: fields,
        scope: scope ?? 'ALL',
        sort: effectiveSort(sort ?? 'RELEVANCE', words),
      }
      const isPersonalSort = personalSorts.has(query.sort)
      if (context.viewer && personalScopes.has(query.scope))
        assertPermitted(context.viewer, ['exercises:read'])
      if (context.viewer && isPersonalSort)
        assertPermitted(context.viewer, ['exercises:read', 'workouts:read'])
      if (userId === null && (personalScopes.has(query.scope) || isPersonalSort)) throw unauthenticated()
      const library = userId === null ? null : await libraryOf(userId)
      const { inLanguage } = await catalogue.index()
      const listed = await inLanguage(localeOf(context))
      return pageOf(await exerciseList(listed, library, query, toSearcher(context)), page)
    },

    /**
     * Returns the objects that determine a list, together with its arguments and the language. Null for a list that also
     * depends on favorites or workouts, and for a search, whose matches the index caches.
     */
    async listSources(
      context: RequestContext,
      { search, filter, sort }: ListArguments,
    ): Promise<object[] | null> {
      if (search != null && search !== '') return null
      if (personalScopes.has(filter?.scope ?? 'ALL') || personalSorts.has(sort ?? 'RELEVANCE')) return null
      const userId = permittedUserId(context, ['exercises:read'])
      if (userId === null) return [await catalogue.index()]
      const [index, library] = await Promise.all([catalogue.index(), libraryOf(userId)])
      return library.own.exercises.length === 0 ? [index] : [index, library.own]
    },

    /** Concurrent calls share one read. */
    async userData(userId: string, id: string): Promise<ExerciseUserData> {
      const { favorites, uses } = await libraryOf(userId)
      const { lastPerformedAt = null, timesPerformed = 0 } = uses[id] ?? {}
      return { isFavorite: favorites.has(id), lastPerformedAt, timesPerformed }
    },

    /**
     * Finds exercises that can replace one, the most similar first.
     * @param available the available equipment; null or an empty list for all
     * @throws AppError BAD_USER_INPUT
     */
    async alternatives(
      exercise: Exercise,
      userId: UserId,
      first: number | null,
      available: readonly Equipment[] | null,
    ): Promise<Exercise[]> {
      const count = first ?? defaultAlternatives
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

const toSearcher = ({ viewer, client, isClientWaiting }: RequestContext): Searcher => ({
  client: viewer?.id ?? client.address,
  isClientWaiting: isClientWaiting ?? (() => true),
})

const personalScopes: ReadonlySet<ExerciseScope> = new Set(['MINE', 'FAVORITES'])
const personalSorts: ReadonlySet<ExerciseSort> = new Set(['LAST_PERFORMED', 'TIMES_PERFORMED'])

/** Without a search, sorting by relevance means sorting by name. */
const effectiveSort = (sort: ExerciseSort, search: string) =>
  sort === 'RELEVANCE' && search === '' ? 'NAME' : sort

function readSearch(search: string): string {
  const rule = { field: 'search', maxLength: maxSearchLength }
  assertMaxLength(search, rule)
  // Text that is pasted into a search box can contain tabs and line breaks.
  return singleLine(search.replace(/\s+/g, ' '), rule)
}
