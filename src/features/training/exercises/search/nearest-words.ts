/** Words in alphabetical order. */
export interface SortedWords {
  words: readonly string[]
  /** The length of the prefix that each word shares with the word before it. */
  shared: Uint8Array
}

/** @param words of at most 255 letters; sorted in place */
export function sortWords(words: string[]): SortedWords {
  words.sort()
  return {
    words,
    shared: Uint8Array.from(words, (word, index) => sharedPrefixLength(words[index - 1] ?? '', word)),
  }
}

/**
 * Finds the words with the smallest Damerau-Levenshtein distance to a word. Rows of the distance matrix are reused for
 * the prefix that a word shares with the previous one, and words with a prefix that is too far away are skipped, so that
 * only a small part of a large vocabulary is compared.
 * @param maxEdits the maximum distance
 * @returns no words and `maxEdits` if no word is near enough
 */
export function nearestWords({ words, shared }: SortedWords, word: string, maxEdits: number) {
  // The distance matrix: a row for each prefix of a candidate, a column for each prefix of the word.
  const width = word.length + 1
  const edits = new Uint8Array((width + maxEdits + 1) * width)
  for (let column = 1; column < width; column++) edits[column] = column
  let nearest: string[] = []
  let distance = maxEdits
  let tooFar = Infinity
  for (const [index, candidate] of words.entries()) {
    const sharedLength = shared[index] ?? 0
    if (sharedLength >= tooFar) continue
    tooFar = prefixTooFar(candidate, sharedLength)
    if (tooFar < Infinity) continue
    const found = edits[candidate.length * width + width - 1] ?? 0
    if (found > distance) continue
    if (found < distance) nearest = []
    distance = found
    nearest.push(candidate)
  }
  return { words: nearest, distance }

  /** The length of the shortest prefix of the candidate that is too far away; Infinity if there is none. */
  function prefixTooFar(candidate: string, sharedLength: number): number {
    for (let row = sharedLength + 1; row <= candidate.length; row++) {
      const least = fillRow(candidate, row)
      // A transposition refers to the row before the previous one.
      if (least > distance && minOfRow(row - 1) >= distance) return row
    }
    return Infinity
  }

  /** @returns the minimum of the row */
  function fillRow(candidate: string, row: number): number {
    const [rowStart, previousRowStart] = [row * width, (row - 1) * width]
    const letter = candidate.charCodeAt(row - 1)
    const before = candidate.charCodeAt(row - 2)
    let least = (edits[rowStart] = row)
    for (let column = 1; column < width; column++) {
      const isSame = word.charCodeAt(column - 1) === letter
      let fewest = Math.min(
        (edits[previousRowStart + column] ?? 0) + 1,
        (edits[rowStart + column - 1] ?? 0) + 1,
        (edits[previousRowStart + column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = word.charCodeAt(column - 2) === letter && word.charCodeAt(column - 1) === before
      if (isSwapped) fewest = Math.min(fewest, (edits[previousRowStart - width + column - 2] ?? 0) + 1)
      edits[rowStart + column] = fewest
      if (fewest < least) least = fewest
    }
    return least
  }

  function minOfRow(row: number): number {
    let least = row
    for (let index = row * width; index < (row + 1) * width; index++)
      least = Math.min(least, edits[index] ?? 0)
    return least
  }
}

function sharedPrefixLength(one: string, other: string): number {
  let count = 0
  while (count < other.length && one[count] === other[count]) count++
  return count
}
