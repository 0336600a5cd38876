import { normalizeText } from '../../../../lib/normalize.js'
import { foldCase } from '../../../../lib/text.js'

/** Longer words are truncated. No word of a catalogue is as long. */
const maxLength = 30

/** Removes case and diacritics, which do not matter in a search. */
export const stripDiacritics = (text: string) => normalizeText(foldCase(text), 'NFD').replace(/\p{M}/gu, '')

/** Splits a text into words and reduces each to its stem. */
export function stemmedWords(text: string, stem: (word: string) => string): string[] {
  const words =
    stripDiacritics(text)
      .replace(/['\u2019]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(word => stem(word.slice(0, maxLength)))
}

/** Further words of a search are ignored. */
export const maxWords = 8

/** The distinct words of a search, in order. Searches with the same words are equal. */
export const searchWords = (text: string, wordsOf: (text: string) => string[]) =>
  [...new Set(wordsOf(text))].slice(0, maxWords)

/** A form that singular and plural of an English word share. It need not be a word. */
export function singularize(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /..[^su]s$|^.[^su]s$/.test(word) ? word.slice(0, -1) : word
}
