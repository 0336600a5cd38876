import { parse } from 'tldts'
import { badUserInputAt } from '../../../errors.js'
import { normalizeText } from '../../../lib/normalize.js'
import { singleLine } from '../../../lib/text.js'
import { isReservedName } from './reserved-names.js'
import { isSingleScript } from './scripts.js'

// Invisible characters are excluded, since they make different names look the same.
const characters = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}._-]+$/u
const ends = /^[\p{L}\p{Nd}](?:.*[\p{L}\p{Nd}])?\p{M}*$/u

const length = { minLength: 3, maxLength: 30 }

/** @throws AppError BAD_USER_INPUT that names the field */
export function validateUsername(username: string, field = 'username'): string {
  const text = singleLine(username, { field, ...length })
  const assertRule = (condition: boolean, rule: string) => {
    if (!condition) throw badUserInputAt(field, `${rule}.`)
  }
  assertRule(characters.test(text), 'must contain only letters, digits, dots, hyphens and underscores')
  assertRule(ends.test(text), 'must begin and end with a letter or a digit')
  assertRule(isSingleScript(text), 'must use letters of one script only')
  assertRule(
    !isWebAddress(text),
    'must not look like a web address: remove the dots, or "xn--" at the beginning',
  )
  assertRule(!isReservedName(text), 'is reserved: choose another one')
  return text
}

/**
 * Validates a new username. An unchanged name is accepted even if the current rules would reject it.
 * @throws AppError BAD_USER_INPUT
 */
export const validateRename = (before: string, username: string, field: string): string =>
  singleLine(username, { field, ...length }) === before ? before : validateUsername(username, field)

/** Only these top-level domains count in the middle of a name: `anna.de.groot` is a person. */
const commonTopLevelDomain = /\.(com|net|org|info)$/

/**
 * Mail programs turn names that end in a top-level domain into links. Some do so even if the name continues:
 * `evil.com.joe` and `evil.com-joe` lead to evil.com.
 */
function isWebAddress(name: string): boolean {
  const host = normalizeText(name, 'NFKC').toLowerCase().replace(/\.+/g, '.')
  const prefixes = [...host.matchAll(/[.-]/g)].map(({ index }) => host.slice(0, index))
  const isLinked = (part: string) => isHost(part) && (commonTopLevelDomain.test(part) || /\d$/.test(part))
  return /^(www\.|xn--)/.test(host) || isHost(host) || prefixes.some(isLinked)
}

function isHost(name: string): boolean {
  // Mail programs ignore invalid labels and start the link after them, so host names are not validated.
  const { isIcann, isIp, domain } = parse(name, { validateHostname: false })
  return isIp === true || (isIcann === true && domain !== null)
}
