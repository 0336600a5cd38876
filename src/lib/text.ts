import { badUserInput } from '../errors.js'

interface TextRule {
  /** What the message calls the field. */
  field: string
  /** In characters as people count them, not UTF-16 units. */
  maxLength: number
  minLength?: number
}

// Control characters, lone surrogates and noncharacters: what no keyboard writes and BSON or a log cannot keep.
const unwritable = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
const lineBreaks = /\r\n?|\n/g

/**
 * Text as it is stored: trimmed and in one normal form, so that equal names compare equal.
 * @throws AppError BAD_USER_INPUT that names the field
 */
export function singleLine(text: string, rule: TextRule): string {
  return checked(text.normalize('NFC').trim(), rule)
}

/** The same for text of several lines. @throws AppError BAD_USER_INPUT */
export function multiLine(text: string, rule: TextRule): string {
  const lines = text.normalize('NFC').trim().replace(lineBreaks, '\n')
  checked(lines.replaceAll('\n', ' ').replaceAll('\t', ' '), rule)
  return lines
}

function checked(text: string, { field, minLength = 0, maxLength }: TextRule): string {
  if (unwritable.test(text)) throw badUserInput(`${field} contains a character that cannot be stored.`)
  const length = text.replace(/./gsu, '.').length
  if (length > maxLength) throw badUserInput(`${field} must have at most ${maxLength} characters.`)
  if (length < minLength) throw badUserInput(`${field} must have at least ${minLength} characters.`)
  return text
}

/**
 * One spelling for all that people take for the same word: for unique keys, never for display. By way of the upper
 * case, in which ß is SS and both forms of the small sigma are one.
 */
export const foldCase = (text: string) => text.normalize('NFKC').toUpperCase().toLowerCase()
