import type { Locale } from '../../../lib/locales.js'
import { foldCase } from '../../../lib/text.js'
import { stripDiacritics } from './search/words.js'

/** Compares greater than every letter, so that what it follows comes after all words that go on with a letter. */
const afterLetters = '\uFFFF'

/**
 * Text that puts names into alphabetical order when compared by its UTF-16 units. Case and accents make no difference,
 * except that Spanish has Ñ as a letter of its own, after N.
 */
export const nameOrder = (name: string, locale: Locale): string =>
  stripDiacritics(locale === 'es' ? foldCase(name).replaceAll('ñ', `n${afterLetters}`) : name)
