import lookAlike from 'unhomoglyph'
import { normalizeText } from '../../../lib/normalize.js'

const list = (names: string): string[] => names.trim().split(/\s+/)

/** Names of those who would be believed to speak for the service: reserved with numbers at their ends, too. */
const offices = list(`
  admin administrator root system sysadmin superuser operator webmaster hostmaster postmaster mailerdaemon noreply
  donotreply abuse security support helpdesk helpcenter customerservice customersupport billing payments staff
  moderator moderators official fitnesstraining fitnesstrainingservice fitnesstrainingteam fitnesssupport adminteam
  supportteam theadmin siteadmin
`)

/** Other names that would be taken for the service's own, or for nobody's; with a number they are anybody's, unless it reads as a letter. */
const words = list(`
  owner privacy help service contact info team mod mods account accounts login signin signup logout register
  password settings api www null undefined anonymous everyone nobody deleted unknown bot fitness
`)

/** What people read as a Latin letter although Unicode's table does not say so. Letters of one place belong together. */
const [strange, latin] = [
  // Small capitals.
  'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ' +
    // What the table makes of Cyrillic м к є з и п я ь ш щ, and of Greek letters like them.
    'ʍĸꞓɜᴎπᴙƅшщ' +
    // Digits; 0 and 1 are in the table.
    '345789',
  'abcdefghijklmnopqrstuvwyz' + 'mkeennrbww' + 'eastbg',
]
const strangeLetter = new RegExp(`[${strange}]`, 'g')
const withLatin = (name: string): string =>
  name.replace(strangeLetter, letter => latin[strange.indexOf(letter)] ?? letter)

/**
 * What a name looks like, by Unicode's table of letters that look alike (UTS #39): without separators and marks, digits
 * as the letters they stand for, and with i, l and 1 as one.
 */
function skeletonOf(name: string): string {
  const letters = normalizeText(lookAlike(name), 'NFKD').replace(/[\p{M}._-]/gu, '')
  const plain = withLatin(lookAlike(letters.toLowerCase())).toLowerCase()
  return lookAlike(plain).toLowerCase().replaceAll('l', 'i')
}

const reserved = new Set([...offices, ...words].map(skeletonOf))
const reservedWithNumbers = new Set(offices.map(skeletonOf))

/** Letters that look alike as capitals may not as small ones, and the other way round. */
export function isReservedName(name: string): boolean {
  const plain = normalizeText(name, 'NFKC')
  return [plain, plain.toLowerCase(), plain.toUpperCase()].some(
    form =>
      reserved.has(skeletonOf(form)) ||
      withoutNumbers(form).some(part => reservedWithNumbers.has(skeletonOf(part))),
  )
}

/** Without the numbers at its ends, be it that the first or last digit that is next to the letters is one of them. */
function withoutNumbers(name: string): string[] {
  const [, before = '', middle = '', after = ''] = /^([\p{Nd}._-]*)(.*?)([\p{Nd}._-]*)$/u.exec(name) ?? []
  const [first = '', last = ''] = [before.at(-1), after[0]]
  return [middle, first + middle, middle + last, first + middle + last]
}
