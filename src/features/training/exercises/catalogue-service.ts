import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { seconds } from '../../../lib/quantities.js'
import type { CacheMetrics, OnLookup } from '../../../platform/telemetry/meter.js'
import type { CatalogueTranslations } from './catalogue/translations.js'
import { exerciseIndex, type ExerciseIndex } from './exercise-index.js'
import { importEntries, type ImportReport, type OnEntry } from './import-entries.js'
import type { LocalizedCatalogue } from './exercise-list.js'
import type { Exercise, Source } from './models.js'
import { searchLanguages } from './search/languages/languages.js'
import { searchIndex, type SearchIndex } from './search/search-index.js'
import { searchQueue } from './search/search-queue.js'
import type { ExerciseStore } from './store.js'
import type { ExerciseEntry } from '../../../lib/exercise-vocabulary.js'

/** The maximum time until a change by another instance becomes visible, in milliseconds. */
const maxAge = 5 * seconds

/** The loaded catalogue, sorted by the English names, without the archived exercises. */
interface LoadedCatalogue extends ExerciseIndex {
  /** Includes the archived exercises. */
  byId: ReadonlyMap<string, Exercise>
  /** The same exercises, sorted and searchable in a language. Created on demand. */
  inLanguage(locale: Locale): Promise<LocalizedCatalogue>
  /** The number of cached searches. */
  cachedSearches(): number
}

interface Dependencies {
  exercises: ExerciseStore
  /** Reads the translations of the starter catalogue. Called once, with the first load. */
  translations?: () => Promise<CatalogueTranslations>
  clock: () => Date
  searches?: CacheMetrics
}

const untranslated = (): Promise<CatalogueTranslations> => Promise.resolve(new Map())

/** Keeps the catalogue in memory. */
export function catalogueService({ exercises, translations = untranslated, clock, searches }: Dependencies) {
  let loaded: { revision: string; checkedAt: number; index: LoadedCatalogue } | undefined
  let loading: Promise<LoadedCatalogue> | undefined
  /** The number of changes by this process. A load that started before the latest change is not cached. */
  let changes = 0
  searches?.trackSize(() => loaded?.index.cachedSearches() ?? 0)
  // Loads run outside the transaction of the caller, because the result is shared by all callers.
  const outsideTransaction = AsyncLocalStorage.snapshot()

  let loadedTranslations: Promise<CatalogueTranslations> | undefined

  async function read(): Promise<LoadedCatalogue> {
    const [all, texts] = await Promise.all([exercises.findAll(), (loadedTranslations ??= translations())])
    const translated = all.map(exercise => withTranslations(exercise, texts))
    const index = await exerciseIndex(translated.filter(({ isArchived }) => !isArchived))
    const byId = new Map(translated.map(exercise => [exercise.id, exercise]))
    const catalogue = { ...createCatalogue(index, searches?.onLookup), byId }
    await catalogue.inLanguage(defaultLocale)
    return catalogue
  }

  async function load(): Promise<LoadedCatalogue> {
    const changesBefore = changes
    const checkedAt = clock().getTime()
    const revision = await exercises.revision()
    const index = loaded?.revision === revision ? loaded.index : await read()
    if (changes === changesBefore) loaded = { revision, checkedAt, index }
    return index
  }

  /** Makes the next use of the catalogue read it again. Call it after each change. */
  function invalidate(): void {
    changes++
    loaded = loading = undefined
  }

  return {
    invalidate,

    async index(): Promise<LoadedCatalogue> {
      // Use the absolute difference, because a clock that is set back must not prolong the cache.
      if (loaded && Math.abs(clock().getTime() - loaded.checkedAt) < maxAge) return loaded.index
      if (loading) return loading
      const current = outsideTransaction(load).finally(() => {
        if (loading === current) loading = undefined
      })
      return (loading = current)
    },

    /** Adds and updates exercises. Idempotent. */
    async import(
      entries: readonly ExerciseEntry[],
      source: Source,
      onEntry?: OnEntry,
    ): Promise<ImportReport> {
      const report = await importEntries(entries, { exercises, clock, source, isPreview: false, onEntry })
      invalidate()
      return report
    },

    /** Returns what `import` would do. */
    previewImport: (
      entries: readonly ExerciseEntry[],
      source: Source,
      onEntry?: OnEntry,
    ): Promise<ImportReport> =>
      importEntries(entries, { exercises, clock, source, isPreview: true, onEntry }),
  }
}

export type CatalogueService = ReturnType<typeof catalogueService>

function withTranslations(exercise: Exercise, texts: CatalogueTranslations): Exercise {
  const translations = exercise.source === 'starter' ? texts.get(exercise.slug) : undefined
  return translations ? { ...exercise, translations } : exercise
}

function createCatalogue(index: ExerciseIndex, onLookup: OnLookup | undefined): LoadedCatalogue {
  const queue = searchQueue()
  const localized = new Map<Locale, Promise<LocalizedCatalogue>>()
  const searches: SearchIndex[] = []

  async function localize(locale: Locale): Promise<LocalizedCatalogue> {
    const { exercises, alternatives } = index
    const sorted = locale === defaultLocale ? index : await exerciseIndex(exercises, { locale, alternatives })
    const language = searchLanguages[locale]
    const search = await searchIndex(sorted.exercises, { language, queue, onLookup })
    searches.push(search)
    return { ...sorted, locale, search }
  }

  return {
    ...index,
    inLanguage(locale) {
      const catalogue = localized.get(locale) ?? localize(locale)
      localized.set(locale, catalogue)
      return catalogue
    },
    cachedSearches: () => searches.reduce((sum, { cachedSearches }) => sum + cachedSearches(), 0),
  }
}
