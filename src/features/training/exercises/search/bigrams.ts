const endOfName = '|'
/** The weight of a bigram in an alias, relative to one in the name. */
const aliasWeight = 0.9

/** Joins the names of an exercise into one text that can be searched for bigrams. */
export const joinNames = (names: readonly (readonly string[])[]) =>
  names.map(words => ` ${words.join(' ')} ${endOfName}`).join('')

/**
 * The pairs of adjacent words of a search. Pairs of words that both stand for muscles or equipment are omitted, because
 * their order has no meaning.
 */
export function bigramsOf(words: readonly string[], isUnorderedFacet: (word: string) => boolean): string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1]
    return before === undefined || (isUnorderedFacet(before) && isUnorderedFacet(word))
      ? []
      : [` ${before} ${word}`]
  })
}

/** The share of the bigrams that the names contain, from 0 to 1. */
export function bigramShare(bigrams: readonly string[], names: string): number {
  let sum = 0
  for (const bigram of bigrams) {
    const index = names.indexOf(bigram)
    if (index >= 0) sum += index < names.indexOf(endOfName) ? 1 : aliasWeight
  }
  return bigrams.length > 0 ? sum / bigrams.length : 0
}
