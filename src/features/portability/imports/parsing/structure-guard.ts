import { TokenType } from '@streamparser/json'
import { MiB } from '../../../../lib/quantities.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** Limits that no item of an export exceeds. */
const itemLimits = {
  bytes: 4 * MiB,
  /** Each open list or object takes about a hundred bytes of memory per byte of the file. */
  depth: 50,
  keysPerObject: 1000,
  tokens: 1_000_000,
}

/** Rejects items that exceed the limits before the parser has built them. */
export function structureGuard() {
  let bytes = 0
  let tokens = 0
  /** For each open object the number of its keys so far; 0 for each open list. */
  const keys: number[] = []
  const tooLong = () => new UnreadableFileError('The file contains a value that is too long.')

  return {
    addBytes(count: number): void {
      bytes += count
      if (bytes > itemLimits.bytes) throw tooLong()
    },
    endItem(): void {
      bytes = 0
      tokens = 0
    },
    onToken({ token }: { token: TokenType }): void {
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) keys.push(0)
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) keys.pop()
      if (keys.length > itemLimits.depth) throw new UnreadableFileError('The file is nested too deeply.')
      if (token === TokenType.COLON) keys.push((keys.pop() ?? 0) + 1)
      if ((keys.at(-1) ?? 0) > itemLimits.keysPerObject || ++tokens > itemLimits.tokens) throw tooLong()
    },
  }
}
