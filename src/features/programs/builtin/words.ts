import type { Locale } from '../../../lib/locales.js'
import type { ProgramWeek } from '../models.js'
import { de } from './words/de.js'
import { es } from './words/es.js'

const words: Partial<Record<Locale, ReadonlyMap<string, string>>> = {
  de: new Map(Object.entries(de)),
  es: new Map(Object.entries(es)),
}

/** A text of a built-in program in a language; as it is where there is none, as in an edition of before. */
export const inLanguage = (text: string, locale: Locale): string => words[locale]?.get(text) ?? text

/** Weeks of a built-in program with all their texts in a language. */
export const weeksInLanguage = (weeks: readonly ProgramWeek[], locale: Locale): ProgramWeek[] =>
  weeks.map(week => ({
    ...week,
    label: week.label === null ? null : inLanguage(week.label, locale),
    days: week.days.map(day => ({
      ...day,
      name: inLanguage(day.name, locale),
      exercises: day.exercises.map(exercise => ({
        ...exercise,
        sets: setsInLanguage(exercise.sets, locale),
      })),
    })),
  }))

export const setsInLanguage = <S extends { notes: string | null }>(sets: readonly S[], locale: Locale): S[] =>
  sets.map(set => (set.notes === null ? set : { ...set, notes: inLanguage(set.notes, locale) }))
