import { normalizeText } from '../../../../lib/normalize.js'
import { foldCase } from '../../../../lib/text.js'

/** Longer words are cut: no word of a catalogue is as long. */
const maxLength = 30

/** Without case and accents, so that they do not matter in a search. */
export const stripDiacritics = (text: string) => normalizeText(foldCase(text), 'NFD').replace(/\p{M}/gu, '')

/** The words of a text, each without its inflection. */
export function stemmedWords(text: string, stem: (word: string) => string): string[] {
  const words =
    stripDiacritics(text)
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(word => stem(word.slice(0, maxLength)))
}

/** More words of a search do not count. */
export const maxWords = 8

/** What a search goes by: equal texts are equal searches. */
export const searchWords = (text: string, wordsOf: (text: string) => string[]) =>
  [...new Set(wordsOf(text))].slice(0, maxWords)

/** The singular of an English word. Good enough to compare: what it makes of a word need not be one. */
export function singularize(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return /..[^su]s$|^.[^su]s$/.test(word) ? word.slice(0, -1) : word
}
