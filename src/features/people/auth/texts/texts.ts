import type { Locale } from '../../../../lib/locales.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import type { AuthTexts } from './form.js'

/** A language without a text does not compile. */
export const authTexts: Record<Locale, AuthTexts> = { en, de, es }
