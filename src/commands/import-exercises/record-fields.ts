import { badUserInputAt } from '../../errors.js'
import { singleLine } from '../../lib/text.js'

/** A record of a foreign file: every field may hold anything. */
export type Fields = Readonly<Record<string, unknown>>

const maxItems = 100
const shownLength = 40

/** Foreign text for a message: short, in quotes, and without what could steer a terminal. */
export function quoted(text: string): string {
  const start = text.slice(0, shownLength).replace(/\p{C}/gu, '\uFFFD')
  return `"${start}${text.length > shownLength ? '…' : ''}"`
}

/** One line of text that is not empty. @throws AppError BAD_USER_INPUT */
export function lineOf(field: string, value: unknown, maxLength: number): string {
  if (typeof value !== 'string') throw mistaken(field, 'text', value)
  return singleLine(value.replace(/\s+/g, ' '), { field, minLength: 1, maxLength })
}

/** Lines of text; those that are blank say nothing and go. @throws AppError BAD_USER_INPUT */
export function linesOf(field: string, value: unknown, maxLength: number): string[] {
  return listOf(field, value)
    .filter(item => typeof item !== 'string' || item.trim() !== '')
    .map(item => lineOf(`an item of ${field}`, item, maxLength))
}

/** The word of our vocabulary for a word of the file. @throws AppError BAD_USER_INPUT */
export function wordOf<T>(field: string, value: unknown, vocabulary: ReadonlyMap<string, T>): T {
  if (typeof value !== 'string') throw mistaken(field, 'a word', value)
  const word = vocabulary.get(value)
  if (word === undefined) throw badUserInputAt(field, `${quoted(value)} is not known.`)
  return word
}

/** Each word once. @throws AppError BAD_USER_INPUT */
export function wordsOf<T>(field: string, value: unknown, vocabulary: ReadonlyMap<string, T>): T[] {
  return [...new Set(listOf(field, value).map(item => wordOf(field, item, vocabulary)))]
}

function listOf(field: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw mistaken(field, 'a list', value)
  if (value.length > maxItems) throw badUserInputAt(field, `must have at most ${maxItems} items.`)
  return value as unknown[]
}

function mistaken(field: string, wanted: string, value: unknown) {
  if (value === undefined) return badUserInputAt(field, `is missing.`)
  return badUserInputAt(field, `must be ${wanted}, not ${kindOf(value)}.`)
}

/** What a JSON value is, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'text' : `a ${typeof value}`
}
