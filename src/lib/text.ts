import { badUserInputAt } from '../errors.js'
import { pluralize } from './plural.js'
import { hasExcessMarks, maxMarks, normalizeText } from './normalize.js'

interface TextRule {
  /** The field's path, as the message calls it. */
  field: string
  /** In characters as people count them, not UTF-16 units. */
  maxLength: number
  minLength?: number
}

// Control characters, lone surrogates and noncharacters: what no keyboard writes and BSON or a log cannot keep.
const forbiddenCharacters = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
/** UTF-16 units of one character that is written as a letter and its marks. */
const maxUnitsPerCharacter = 4
const lineBreaks = /\r\n?|\n/g

/**
 * Text as it is stored: trimmed and in one normal form, so that equal names compare equal.
 * @throws AppError BAD_USER_INPUT that names the field
 */
export function singleLine(text: string, rule: TextRule): string {
  return validate(normalize(text, rule), rule)
}

/** The same for text of several lines. @throws AppError BAD_USER_INPUT */
export function multiLine(text: string, rule: TextRule): string {
  const lines = normalize(text, rule).replace(lineBreaks, '\n')
  validate(lines.replaceAll('\n', ' ').replaceAll('\t', ' '), rule)
  return lines
}

/**
 * Refuses what is too long in whatever form, before anything reads it closely: to put ten thousands of marks into their
 * order takes seconds.
 * @throws AppError BAD_USER_INPUT that names the field
 */
export function assertMaxLength(text: string, rule: Pick<TextRule, 'field' | 'maxLength'>): void {
  if (text.length > rule.maxLength * maxUnitsPerCharacter) throw tooLongError(rule)
}

function normalize(text: string, rule: TextRule): string {
  const trimmed = text.trim()
  assertMaxLength(trimmed, rule)
  const normalized = normalizeText(trimmed, 'NFC').trim()
  // Some marks are composed of two: the stored text must be accepted when it is sent again.
  if (hasExcessMarks(trimmed) || hasExcessMarks(normalized))
    throw badUserInputAt(rule.field, `must have at most ${maxMarks} combining marks in a row.`)
  return normalized
}

const tooLongError = ({ field, maxLength }: Pick<TextRule, 'field' | 'maxLength'>) =>
  badUserInputAt(field, `must have at most ${pluralize(maxLength, 'character')}.`)

function validate(text: string, rule: TextRule): string {
  const { field, minLength = 0, maxLength } = rule
  if (forbiddenCharacters.test(text))
    throw badUserInputAt(field, 'contains a character that cannot be stored.')
  const length = text.replace(/./gsu, '.').length
  if (length > maxLength) throw tooLongError(rule)
  if (length < minLength)
    throw badUserInputAt(field, `must have at least ${pluralize(minLength, 'character')}.`)
  return text
}

/**
 * One spelling for all that people take for the same word: for unique keys, never for display. By way of the upper
 * case, in which ß is SS and both forms of the small sigma are one; and before that by way of the lower case, because ẞ
 * is an upper case already.
 */
export const foldCase = (text: string) =>
  normalizeText(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase()
