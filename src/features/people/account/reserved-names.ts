import lookAlike from 'unhomoglyph'
import { normalizeText } from '../../../lib/normalize.js'

const list = (names: string): string[] => names.trim().split(/\s+/)

/** Names that seem to speak for the service. They are reserved with numbers before or after them, too. */
const officialNames = list(`
  admin administrator root system sysadmin superuser operator webmaster hostmaster postmaster mailerdaemon noreply
  donotreply abuse security support helpdesk helpcenter customerservice customersupport billing payments staff
  moderator moderators official fitnesstraining fitnesstrainingservice fitnesstrainingteam fitnesssupport adminteam
  supportteam theadmin siteadmin
`)

/** Other reserved names. With a number they are free, unless the digit reads as a letter. */
const otherNames = list(`
  owner privacy help service contact info team mod mods account accounts login signin signup logout register
  password settings api www null undefined anonymous everyone nobody deleted unknown bot fitness
`)

/** Characters that look like Latin letters but are missing in Unicode's table, with the letter at the same index. */
const [confusable, latin] = [
  // Small capitals.
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ' +
    // The table's results for Cyrillic м к є з и п я ь ш щ and similar Greek letters.
    'ʍĸꞓɜᴎπᴙƅшщ' +
    // Digits. The table contains 0 and 1.
    '345789',
  'abcdefghijklmnopqrstuvwyz' + 'mkeennrbww' + 'eastbg',
]
const confusableCharacter = new RegExp(`[${confusable}]`, 'g')
const withLatin = (name: string): string =>
  name.replace(confusableCharacter, letter => latin[confusable.indexOf(letter)] ?? letter)

/**
 * Returns the same text for names that look alike, by the confusables of Unicode (UTS #39). It ignores separators and
 * marks, reads digits as the letters they resemble, and treats i, l and 1 as the same.
 */
function skeletonOf(name: string): string {
  const letters = normalizeText(lookAlike(name), 'NFKD').replace(/[\p{M}._-]/gu, '')
  const plain = withLatin(lookAlike(letters.toLowerCase())).toLowerCase()
  return lookAlike(plain).toLowerCase().replaceAll('l', 'i')
}

const reserved = new Set([...officialNames, ...otherNames].map(skeletonOf))
const reservedWithNumbers = new Set(officialNames.map(skeletonOf))

/** Also compares the upper and lower case, since some letters look alike in one case only. */
export function isReservedName(name: string): boolean {
  const plain = normalizeText(name, 'NFKC')
  return [plain, plain.toLowerCase(), plain.toUpperCase()].some(
    form =>
      reserved.has(skeletonOf(form)) ||
      withoutNumbers(form).some(part => reservedWithNumbers.has(skeletonOf(part))),
  )
}

/** Removes the numbers at both ends, with and without the digits next to the letters, which may stand for letters. */
function withoutNumbers(name: string): string[] {
  const [, before = '', middle = '', after = ''] = /^([\p{Nd}._-]*)(.*?)([\p{Nd}._-]*)$/u.exec(name) ?? []
  const [first = '', last = ''] = [before.at(-1), after[0]]
  return [middle, first + middle, middle + last, first + middle + last]
}
