import { badUserInputAt } from '../errors.js'
import { pluralize } from './plural.js'
import { hasExcessMarks, maxMarks, normalizeText } from './normalize.js'

interface TextRule {
  /** The path of the field for the error message. */
  field: string
  /** In Unicode code points, not UTF-16 code units. */
  maxLength: number
  minLength?: number
}

// Control characters, lone surrogates and noncharacters, which BSON or logs cannot represent.
const forbiddenCharacters = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
/** The maximum number of UTF-16 code units per character, for a letter with combining marks. */
const maxUnitsPerCharacter = 4
const lineBreaks = /\r\n?|\n/g

/**
 * Validates a single line of text and returns it trimmed and normalized, so that equal texts compare equal.
 * @throws AppError BAD_USER_INPUT with the field
 */
export function singleLine(text: string, rule: TextRule): string {
  return validate(normalize(text, rule), rule)
}

/** Does the same for text of several lines. @throws AppError BAD_USER_INPUT */
export function multiLine(text: string, rule: TextRule): string {
  const lines = normalize(text, rule).replace(lineBreaks, '\n')
  validate(lines.replaceAll('\n', ' ').replaceAll('\t', ' '), rule)
  return lines
}

/**
 * Rejects text that is too long in any normal form, before it is processed further: normalizing tens of thousands of
 * combining marks takes seconds.
 * @throws AppError BAD_USER_INPUT with the field
 */
export function assertMaxLength(text: string, rule: Pick<TextRule, 'field' | 'maxLength'>): void {
  if (text.length > rule.maxLength * maxUnitsPerCharacter) throw tooLongError(rule)
}

function normalize(text: string, rule: TextRule): string {
  const trimmed = text.trim()
  assertMaxLength(trimmed, rule)
  const normalized = normalizeText(trimmed, 'NFC').trim()
  // Check both forms, because some marks are composed of two: the stored text must be valid when it is sent again.
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
 * Returns a case-folded text for unique keys, not for display. The upper case unifies ß with SS and both forms of the
 * small sigma. The lower case comes first, because ẞ is already upper case.
 */
export const foldCase = (text: string) =>
  normalizeText(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase()
