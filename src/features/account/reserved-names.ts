import lookAlike from 'unhomoglyph'

const list = (names: string): string[] => names.trim().split(/\s+/)

/** Names of those who would be believed to speak for the service: reserved with numbers at their ends, too. */
const offices = list(`
  admin administrator root system sysadmin superuser operator webmaster hostmaster postmaster mailerdaemon noreply
  donotreply abuse security support helpdesk helpcenter customerservice customersupport billing payments staff
  moderator moderators official fitnesstraining fitnesstrainingservice fitnesstrainingteam fitnesssupport adminteam
  supportteam theadmin siteadmin
`)

/** Other names that would be taken for the service's own, or for nobody's; with a number they are anybody's. */
const words = list(`
  owner privacy help service contact info team mod mods account accounts login signin signup logout register
  password settings api www null undefined anonymous everyone nobody deleted unknown bot fitness
`)

/** Letters that people read as others, and Unicode's table does not name; in the order of their letters. */
const [smallCapitals, theirLetters] = ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz']
const smallCapital = new RegExp(`[${smallCapitals}]`, 'g')

/**
 * What a name looks like, by Unicode's table of letters that look alike (UTS #39): without separators and marks, and
 * with i, l and 1 as one.
 */
function appearance(name: string): string {
  const plain = name.replace(smallCapital, letter => theirLetters[smallCapitals.indexOf(letter)] ?? letter)
  const letters = lookAlike(plain)
    .normalize('NFKD')
    .replace(/[\p{M}._-]/gu, '')
  return lookAlike(letters.toLowerCase()).toLowerCase().replaceAll('l', 'i')
}

const reserved = new Set([...offices, ...words].map(appearance))
const reservedWithNumbers = new Set(offices.map(appearance))
const numbersAtEnds = /^[\p{Nd}._-]+|[\p{Nd}._-]+$/gu

/** Letters that look alike as capitals may not as small ones, and the other way round. */
export function isReserved(name: string): boolean {
  const plain = name.normalize('NFKC')
  return [plain, plain.toLowerCase(), plain.toUpperCase()].some(
    form =>
      reserved.has(appearance(form)) || reservedWithNumbers.has(appearance(form.replace(numbersAtEnds, ''))),
  )
}
