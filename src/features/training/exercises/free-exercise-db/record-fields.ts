import { badUserInputAt } from '../../../../errors.js'
import { singleLine } from '../../../../lib/text.js'

/** A record of an untrusted file, whose fields can have any type. */
export type Fields = Readonly<Record<string, unknown>>

const maxItems = 100
const maxQuotedLength = 40

/** Quotes untrusted text for a message: shortened, and without control characters. */
export function quoted(text: string): string {
  const start = text.slice(0, maxQuotedLength).replace(/\p{C}/gu, '\uFFFD')
  return `"${start}${text.length > maxQuotedLength ? '…' : ''}"`
}

/** Reads a non-empty string as one line. @throws AppError BAD_USER_INPUT */
export function readLine(field: string, value: unknown, maxLength: number): string {
  if (typeof value !== 'string') throw wrongType(field, 'text', value)
  return singleLine(value.replace(/\s+/g, ' '), { field, minLength: 1, maxLength })
}

/** Reads a list of lines, without blank ones. @throws AppError BAD_USER_INPUT */
export function readLines(field: string, value: unknown, maxLength: number): string[] {
  return readList(field, value)
    .filter(item => typeof item !== 'string' || item.trim() !== '')
    .map(item => readLine(`an item of ${field}`, item, maxLength))
}

/** Reads a term of the vocabulary. @throws AppError BAD_USER_INPUT */
export function readTerm<T>(field: string, value: unknown, vocabulary: ReadonlyMap<string, T>): T {
  if (typeof value !== 'string') throw wrongType(field, 'a word', value)
  const word = vocabulary.get(value)
  if (word === undefined) throw badUserInputAt(field, `${quoted(value)} is unknown.`)
  return word
}

/** Reads a list of terms, without duplicates. @throws AppError BAD_USER_INPUT */
export function readTerms<T>(field: string, value: unknown, vocabulary: ReadonlyMap<string, T>): T[] {
  return [...new Set(readList(field, value).map(item => readTerm(field, item, vocabulary)))]
}

function readList(field: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrongType(field, 'a list', value)
  if (value.length > maxItems) throw badUserInputAt(field, `must have at most ${maxItems} items.`)
  return value as unknown[]
}

function wrongType(field: string, expected: string, value: unknown) {
  if (value === undefined) return badUserInputAt(field, `is missing.`)
  return badUserInputAt(field, `must be ${expected}, not ${describeType(value)}.`)
}

/** Describes the type of a JSON value. */
export function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'text' : `a ${typeof value}`
}
