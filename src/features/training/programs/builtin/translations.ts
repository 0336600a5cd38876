import type { Locale } from '../../../../lib/locales.js'
import type { ProgramWeek } from '../models.js'
import { de } from './translations/de.js'
import { es } from './translations/es.js'

const words: Partial<Record<Locale, ReadonlyMap<string, string>>> = {
  de: new Map(Object.entries(de)),
  es: new Map(Object.entries(es)),
}

/** A text of a built-in program in a language; as it is where there is none, as in an edition of before. */
export const translate = (text: string, locale: Locale): string => words[locale]?.get(text) ?? text

/** The title and the description of a built-in program in a language. */
export const translateHeading = <H extends { title: string; description: string | null }>(
  heading: H,
  locale: Locale,
): H => ({
  ...heading,
  title: translate(heading.title, locale),
  description: heading.description === null ? null : translate(heading.description, locale),
})

/** Weeks of a built-in program with all their texts in a language. */
export const translateWeeks = (weeks: readonly ProgramWeek[], locale: Locale): ProgramWeek[] =>
  weeks.map(week => ({
    ...week,
    label: week.label === null ? null : translate(week.label, locale),
    days: week.days.map(day => translateDay(day, locale)),
  }))

interface Day<Set extends { notes: string | null }> {
  name: string
  exercises: { sets: Set[] }[]
}

/** A day of a built-in program with all its texts in a language. */
export const translateDay = <Set extends { notes: string | null }, D extends Day<Set>>(
  day: D,
  locale: Locale,
): D => ({
  ...day,
  name: translate(day.name, locale),
  exercises: day.exercises.map(exercise => ({ ...exercise, sets: setsInLanguage(exercise.sets, locale) })),
})

const setsInLanguage = <S extends { notes: string | null }>(sets: readonly S[], locale: Locale): S[] =>
  sets.map(set => (set.notes === null ? set : { ...set, notes: translate(set.notes, locale) }))
