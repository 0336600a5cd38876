import type { Locale } from '../../../../lib/locales.js'
import type { ProgramWeek } from '../models.js'
import de from './translations/de.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }

/** The translations of the English texts. */
const translations: Partial<Record<Locale, ReadonlyMap<string, string>>> = {
  de: new Map(Object.entries(de)),
  es: new Map(Object.entries(es)),
}

/** Returns the text itself if it has no translation, as a text of an earlier edition. */
export const translate = (text: string, locale: Locale): string => translations[locale]?.get(text) ?? text

export const translateHeading = <H extends { title: string; description: string | null }>(
  heading: H,
  locale: Locale,
): H => ({
  ...heading,
  title: translate(heading.title, locale),
  description: heading.description === null ? null : translate(heading.description, locale),
})

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

export const translateDay = <Set extends { notes: string | null }, D extends Day<Set>>(
  day: D,
  locale: Locale,
): D => ({
  ...day,
  name: translate(day.name, locale),
  exercises: day.exercises.map(exercise => ({ ...exercise, sets: translateSets(exercise.sets, locale) })),
})

const translateSets = <S extends { notes: string | null }>(sets: readonly S[], locale: Locale): S[] =>
  sets.map(set => (set.notes === null ? set : { ...set, notes: translate(set.notes, locale) }))
