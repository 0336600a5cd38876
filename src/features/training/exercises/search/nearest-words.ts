/** Words in the order of their letters. */
export interface SortedWords {
  words: readonly string[]
  /** How many letters each has in common with the one before it. */
  shared: Uint8Array
}

/** @param words of at most 255 letters; they are sorted where they are */
export function sortWords(words: string[]): SortedWords {
  words.sort()
  return { words, shared: Uint8Array.from(words, (word, at) => sharedLetters(words[at - 1] ?? '', word)) }
}

/**
 * The words that fewest edits make of a word, and how many that are: letters changed, added, left out or swapped with
 * their neighbour. Words that begin alike are compared once as far as they do, and no further where that beginning is
 * too far away already: of a large vocabulary, little is looked at.
 * @param most edits; where no word is as near, none is found
 */
export function nearestWords({ words, shared }: SortedWords, word: string, most: number) {
  // A row for each beginning of a candidate, a column for each beginning of the word: edits between them.
  const width = word.length + 1
  const edits = new Uint8Array((width + most + 1) * width)
  for (let column = 1; column < width; column++) edits[column] = column
  let nearest: string[] = []
  let distance = most
  let tooFar = Infinity
  for (const [at, candidate] of words.entries()) {
    const known = shared[at] ?? 0
    if (known >= tooFar) continue
    tooFar = farFrom(candidate, known)
    if (tooFar < Infinity) continue
    const found = edits[candidate.length * width + width - 1] ?? 0
    if (found > distance) continue
    if (found < distance) nearest = []
    distance = found
    nearest.push(candidate)
  }
  return { words: nearest, distance }

  /** The length of the beginning from which on nothing can be near enough; Infinity where there is none. */
  function farFrom(candidate: string, known: number): number {
    for (let row = known + 1; row <= candidate.length; row++) {
      const least = compare(candidate, row)
      // A swap goes back two rows.
      if (least > distance && leastOf(row - 1) >= distance) return row
    }
    return Infinity
  }

  /** Fills a row. @returns the least number in it */
  function compare(candidate: string, row: number): number {
    const [here, above] = [row * width, (row - 1) * width]
    const letter = candidate.charCodeAt(row - 1)
    const before = candidate.charCodeAt(row - 2)
    let least = (edits[here] = row)
    for (let column = 1; column < width; column++) {
      const isSame = word.charCodeAt(column - 1) === letter
      let fewest = Math.min(
        (edits[above + column] ?? 0) + 1,
        (edits[here + column - 1] ?? 0) + 1,
        (edits[above + column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      const isSwapped = word.charCodeAt(column - 2) === letter && word.charCodeAt(column - 1) === before
      if (isSwapped) fewest = Math.min(fewest, (edits[above - width + column - 2] ?? 0) + 1)
      edits[here + column] = fewest
      if (fewest < least) least = fewest
    }
    return least
  }

  function leastOf(row: number): number {
    let least = row
    for (let at = row * width; at < (row + 1) * width; at++) least = Math.min(least, edits[at] ?? 0)
    return least
  }
}

function sharedLetters(one: string, other: string): number {
  let count = 0
  while (count < other.length && one[count] === other[count]) count++
  return count
}
