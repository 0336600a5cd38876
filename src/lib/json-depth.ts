/** Levels of lists and objects in what clients send; the deepest of ours, a plan in a batch, has fewer than twenty. */
export const maxJsonDepth = 64

const codeOf = (character: string) => character.charCodeAt(0)
const [quote, backslash] = [codeOf('"'), codeOf('\\')]
const [openList, closeList, openObject, closeObject] = [codeOf('['), codeOf(']'), codeOf('{'), codeOf('}')]

/**
 * Whether a text of JSON has lists and objects in one another over so many levels: found before it is read, in some
 * milliseconds for a million characters. What is no JSON may be either.
 */
export function exceedsJsonDepth(text: string): boolean {
  // Each level has a beginning and an end.
  if (text.length <= maxJsonDepth) return false
  let level = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === openObject || code === openList) {
      if (++level > maxJsonDepth) return true
    } else if (code === closeObject || code === closeList) level--
  }
  return false
}

/** Where the text that begins there ends. */
function endOfText(json: string, begin: number): number {
  let at = begin + 1
  for (; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) break
    if (code === backslash) at++
  }
  return at
}
