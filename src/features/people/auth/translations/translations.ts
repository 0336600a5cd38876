import type { Locale } from '../../../../lib/locales.js'
import { de } from './de.js'
import { en } from './en.js'
import { es } from './es.js'
import type { AuthTranslations } from './auth-translations.js'

export const authTranslations: Record<Locale, AuthTranslations> = { en, de, es }
