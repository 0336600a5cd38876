import type { SortKey } from '../../../lib/cursors.js'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import { forEachYielding, sortYielding } from '../../../lib/event-loop.js'
import { buildAlternatives, type Alternatives } from './alternatives.js'
import { buildFacets, type Facets } from './facets.js'
import { localizedTexts, type Exercise } from './models.js'
import { foldCase } from '../../../lib/text.js'
import { stripDiacritics } from './search/words.js'

/** Exercises in memory, sorted by their names in one language. An index is immutable. */
export interface ExerciseIndex {
  exercises: readonly Exercise[]
  byId: ReadonlyMap<string, Exercise>
  positionById: ReadonlyMap<string, number>
  /** The sort keys of the names, by position. */
  keys: readonly SortKey[]
  facets: Facets
  alternatives: Alternatives
}

interface Options {
  /** The language of the names. */
  locale?: Locale
  /** The alternatives of the same exercises, which do not depend on the language. By default they are built. */
  alternatives?: Alternatives
}

export async function exerciseIndex(
  unsorted: readonly Exercise[],
  { locale = defaultLocale, alternatives }: Options = {},
): Promise<ExerciseIndex> {
  const byKey = new Map<string, { exercise: Exercise; key: SortKey }>()
  await forEachYielding(unsorted, exercise => {
    const key = [nameOrder(localizedTexts(exercise, locale).name, locale), exercise.id] as const
    byKey.set(key.join('\0'), { exercise, key })
  })
  // Sorting strings is ten times as fast as sorting with a comparator.
  const order = await sortYielding([...byKey.keys()])
  const exercises: Exercise[] = []
  const keys: SortKey[] = []
  const [byId, positionById] = [new Map<string, Exercise>(), new Map<string, number>()]
  await forEachYielding(order, joined => {
    const entry = byKey.get(joined)
    if (!entry) return
    const { exercise, key } = entry
    byId.set(exercise.id, exercise)
    positionById.set(exercise.id, exercises.length)
    exercises.push(exercise)
    keys.push(key)
  })
  return {
    exercises,
    byId,
    positionById,
    keys,
    facets: await buildFacets(exercises),
    alternatives: alternatives ?? (await buildAlternatives(exercises)),
  }
}

/** Compares greater than every letter. */
const afterLetters = '\uFFFF'

/**
 * A sort key: comparing keys by UTF-16 code units sorts names alphabetically, regardless of case and accents. In Spanish,
 * Ñ is a letter after N.
 */
const nameOrder = (name: string, locale: Locale): string =>
  stripDiacritics(locale === 'es' ? foldCase(name).replaceAll('ñ', `n${afterLetters}`) : name)
