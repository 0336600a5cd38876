import lookAlike from 'unhomoglyph'

/** Names that would be taken for the service's own, or for nobody's. */
const reservedNames = `
  admin administrator root system sysadmin superuser operator owner webmaster hostmaster postmaster
  mailerdaemon noreply donotreply abuse security privacy support help helpdesk helpcenter customerservice
  customersupport service contact info billing payments staff team moderator moderators mod mods official
  account accounts login signin signup logout register password settings api www null undefined anonymous
  everyone nobody deleted unknown bot fitness fitnesstraining fitnesstrainingservice fitnesstrainingteam
  fitnesssupport adminteam supportteam theadmin siteadmin
`
  .trim()
  .split(/\s+/)

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

const reserved = new Set(reservedNames.map(appearance))

/** Letters that look alike as capitals may not as small ones, and the other way round. */
export function isReserved(name: string): boolean {
  const plain = name.normalize('NFKC')
  return [plain, plain.toLowerCase(), plain.toUpperCase()].some(form => reserved.has(appearance(form)))
}
