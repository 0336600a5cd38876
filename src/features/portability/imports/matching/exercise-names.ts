import { foldCase } from '../../../../lib/text.js'

/** Maps names that differ only in case, white space and punctuation to the same string. */
export const normalizeName = (name: string) =>
  foldCase(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The key by which a mapping finds a name. A name can consist of symbols only. */
export const mappingKey = (name: string): string => normalizeName(name) || name

/** The name that an export gives a custom exercise whose own name is taken; numbered if this name is taken, too. */
export const customExerciseName = (name: string, number = 1) =>
  `${name} (mine${number === 1 ? '' : ` ${number}`})`

/** Splits a name with a word in brackets at its end, such as `Row (Cable)`. Returns null for other names. */
export function splitBrackets(name: string): { base: string; word: string } | null {
  const [, base, word] = /^(.*\S) *\(([^()]+)\)$/.exec(name) ?? []
  return base === undefined || word === undefined ? null : { base, word }
}
