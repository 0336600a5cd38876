const endOfName = '|'
/** What a row is worth in another name than the first. */
const otherName = 0.9

/** All names of an exercise as one text, in which rows of words are found. */
export const joinNames = (names: readonly (readonly string[])[]) =>
  names.map(words => ` ${words.join(' ')} ${endOfName}`).join('')

/**
 * Neighbouring words of a search, as names would have them. Words that stand for muscles or equipment alone are a
 * list, whatever their order.
 */
export function bigramsOf(words: readonly string[], isListed: (word: string) => boolean): string[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1]
    return before === undefined || (isListed(before) && isListed(word)) ? [] : [` ${before} ${word}`]
  })
}

/** How many of the rows the names have, from 0 to 1. */
export function bigramShare(rows: readonly string[], names: string): number {
  let sum = 0
  for (const row of rows) {
    const at = names.indexOf(row)
    if (at >= 0) sum += at < names.indexOf(endOfName) ? 1 : otherName
  }
  return rows.length > 0 ? sum / rows.length : 0
}
