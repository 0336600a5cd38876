import type { Locale } from '../../../lib/locales.js'
import { foldCase } from '../../../lib/text.js'
import { stripDiacritics } from './search/words.js'

/** Compares greater than every letter. */
const afterLetters = '\uFFFF'

/**
 * A sort key: comparing keys by UTF-16 code units sorts names alphabetically, regardless of case and accents. In Spanish,
 * Ñ is a letter after N.
 */
export const nameOrder = (name: string, locale: Locale): string =>
  stripDiacritics(locale === 'es' ? foldCase(name).replaceAll('ñ', `n${afterLetters}`) : name)
