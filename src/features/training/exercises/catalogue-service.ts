import { AsyncLocalStorage } from 'node:async_hooks'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { seconds } from '../../../lib/quantities.js'
import type { CacheMetrics, OnLookup } from '../../../platform/telemetry/meter.js'
import type { CatalogueTranslations } from './catalogue/translations.js'
import { exerciseIndex, type ExerciseIndex } from './exercise-index.js'
import { importEntries, type ImportReport } from './import-entries.js'
import type { LocalizedCatalogue } from './exercise-list.js'
import type { Exercise, Source } from './models.js'
import { searchLanguages } from './search/languages/languages.js'
import { searchIndex, type SearchIndex } from './search/search-index.js'
import { searchQueue } from './search/search-queue.js'
import type { ExerciseStore } from './store.js'
import type { ExerciseEntry } from './vocabulary.js'

/** How long a change by another instance may go unseen, in milliseconds. */
const staleness = 5 * seconds

/** The catalogue as it was loaded, in the order of the English names. */
export interface LoadedCatalogue extends ExerciseIndex {
  /** The same exercises in the order and for the searches of a language; made when it is first asked for. */
  inLanguage(locale: Locale): Promise<LocalizedCatalogue>
  /** How many searches are remembered. */
  rememberedSearches(): number
}

interface Dependencies {
  exercises: ExerciseStore
  /** Reads the translations of the service's own catalogue. Called once, with the first load. */
  translations?: () => Promise<CatalogueTranslations>
  clock: () => Date
  searches?: CacheMetrics
}

const untranslated = (): Promise<CatalogueTranslations> => Promise.resolve(new Map())

/** The catalogue, which is the same for everyone and kept in memory. */
export function catalogueService({ exercises, translations = untranslated, clock, searches }: Dependencies) {
  let loaded: { revision: string; checkedAt: number; index: LoadedCatalogue } | undefined
  let loading: Promise<LoadedCatalogue> | undefined
  /** Imports of this process: what was being read during one is not kept. */
  let imports = 0
  searches?.onCreated(() => loaded?.index.rememberedSearches() ?? 0)
  // It is loaded for many: that belongs to the transaction of none of them.
  const outside = AsyncLocalStorage.snapshot()

  let translated: Promise<CatalogueTranslations> | undefined

  async function read(): Promise<LoadedCatalogue> {
    const [all, texts] = await Promise.all([exercises.all(), (translated ??= translations())])
    const index = await exerciseIndex(all.map(exercise => withTranslations(exercise, texts)))
    const catalogue = loadedCatalogue(index, searches?.onLookup)
    await catalogue.inLanguage(defaultLocale)
    return catalogue
  }

  async function load(): Promise<LoadedCatalogue> {
    const before = imports
    const checkedAt = clock().getTime()
    const revision = await exercises.revision()
    const index = loaded?.revision === revision ? loaded.index : await read()
    if (imports === before) loaded = { revision, checkedAt, index }
    return index
  }

  return {
    async index(): Promise<LoadedCatalogue> {
      // Either way: a clock that was set back must not prolong what is remembered.
      if (loaded && Math.abs(clock().getTime() - loaded.checkedAt) < staleness) return loaded.index
      if (loading) return loading
      const reading = outside(load).finally(() => {
        if (loading === reading) loading = undefined
      })
      loading = reading
      return reading
    },

    /** Adds what is new and not there under another slug, changes what differs; again, it changes nothing. */
    async import(
      entries: readonly ExerciseEntry[],
      source: Source,
      onProgress?: () => void,
    ): Promise<ImportReport> {
      const report = await importEntries(entries, { exercises, clock, source, onProgress })
      imports++
      loaded = loading = undefined
      return report
    },
  }
}

export type CatalogueService = ReturnType<typeof catalogueService>

function withTranslations(exercise: Exercise, texts: CatalogueTranslations): Exercise {
  const translations = exercise.source === 'starter' ? texts.get(exercise.slug) : undefined
  return translations ? { ...exercise, translations } : exercise
}

function loadedCatalogue(index: ExerciseIndex, onLookup: OnLookup | undefined): LoadedCatalogue {
  const queue = searchQueue()
  const made = new Map<Locale, Promise<LocalizedCatalogue>>()
  const searches: SearchIndex[] = []

  async function make(locale: Locale): Promise<LocalizedCatalogue> {
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
      const catalogue = made.get(locale) ?? make(locale)
      made.set(locale, catalogue)
      return catalogue
    },
    rememberedSearches: () => searches.reduce((sum, { cachedSearches }) => sum + cachedSearches(), 0),
  }
}
