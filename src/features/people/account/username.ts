import { parse } from 'tldts'
import { badUserInputAt } from '../../../errors.js'
import { normalizeText } from '../../../lib/normalize.js'
import { singleLine } from '../../../lib/text.js'
import { isReservedName } from './reserved-names.js'
import { isSingleScript } from './scripts.js'

// Without the characters that nobody sees: they would make two names look the same.
const characters = /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}._-]+$/u
const ends = /^[\p{L}\p{Nd}](?:.*[\p{L}\p{Nd}])?\p{M}*$/u

const length = { minLength: 3, maxLength: 30 }

/** @throws AppError BAD_USER_INPUT that names the field */
export function validateUsername(username: string, field = 'username'): string {
  const text = singleLine(username, { field, ...length })
  const demand = (condition: boolean, rule: string) => {
    if (!condition) throw badUserInputAt(field, `${rule}.`)
  }
  demand(characters.test(text), 'must contain only letters, digits, dots, hyphens and underscores')
  demand(ends.test(text), 'must begin and end with a letter or a digit')
  demand(isSingleScript(text), 'must use letters of one script only')
  demand(!isWebAddress(text), 'must not look like a web address: remove the dots, or "xn--" at the beginning')
  demand(!isReservedName(text), 'is reserved: choose another one')
  return text
}

/**
 * The name after somebody asked for one. Whoever has a name that would be refused today keeps it.
 * @throws AppError BAD_USER_INPUT
 */
export const validateRename = (before: string, wanted: string, field: string): string =>
  singleLine(wanted, { field, ...length }) === before ? before : validateUsername(wanted, field)

/** In the middle of a name only these: `anna.de.groot` is a person. */
const knownToAll = /\.(com|net|org|info)$/

/**
 * Programs that show mails make a link of whatever ends in a top-level domain, some of them although the name goes on
 * behind it: `evil.com.joe` and `evil.com-joe` lead to evil.com.
 */
function isWebAddress(name: string): boolean {
  const host = normalizeText(name, 'NFKC').toLowerCase().replace(/\.+/g, '.')
  const beginnings = [...host.matchAll(/[.-]/g)].map(({ index }) => host.slice(0, index))
  const isLinked = (part: string) => isHost(part) && (knownToAll.test(part) || /\d$/.test(part))
  return /^(www\.|xn--)/.test(host) || isHost(host) || beginnings.some(isLinked)
}

function isHost(name: string): boolean {
  // Labels that no host may have are none to those programs: they begin behind them.
  const { isIcann, isIp, domain } = parse(name, { validateHostname: false })
  return isIp === true || (isIcann === true && domain !== null)
}
