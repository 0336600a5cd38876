/** The maximum depth of JSON that clients send. The deepest valid input, a program in a batch, has less than 20 levels. */
export const maxJsonDepth = 64

const codeOf = (character: string) => character.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const [openList, closeList, openObject, closeObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')]

/**
 * Returns whether lists and objects of a JSON text are nested more than `maxJsonDepth` levels deep, without parsing it:
 * a million characters take a few milliseconds. For invalid JSON, the result is undefined.
 */
export function exceedsJsonDepth(text: string): boolean {
  // Each level has an opening and a closing bracket.
  if (text.length <= maxJsonDepth) return false
  let level = 0
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    if (code === quote) offset = endOfText(text, offset)
    else if (code === openObject || code === openList) {
      if (++level > maxJsonDepth) return true
    } else if (code === closeObject || code === closeList) level--
  }
  return false
}

/** Returns the index of the closing quote of a string. */
function endOfText(json: string, begin: number): number {
  let offset = begin + 1
  for (; offset < json.length; offset++) {
    const code = json.charCodeAt(offset)
    if (code === quote) break
    if (code === backslash) offset++
  }
  return offset
}
