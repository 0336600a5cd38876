import { GraphQLError, Lexer, parse, Source, TokenKind, visit, type DocumentNode } from 'graphql'
import { KiB } from '../../lib/quantities.js'
import { OperationError } from './operation-error.js'
import { tooComplexError, type OperationLimits } from './limits/operation-limits.js'

const maxLength = 64 * KiB
/** Limits recursive visitors. Operations of real screens have a depth of less than 50. */
const maxNodeDepth = 1000

/** @throws OperationError GRAPHQL_PARSE_FAILED, QUERY_TOO_COMPLEX */
export function parseDocument(source: string, { tokens }: Pick<OperationLimits, 'tokens'>): DocumentNode {
  if (source.length > maxLength) throw parseFailed(`The document is longer than ${maxLength} characters.`)
  try {
    return dropTokenChain(parse(source, { maxLexicalTokens: tokens }))
  } catch (error) {
    // The recursive parser overflowed the stack.
    if (error instanceof RangeError) throw nestedTooDeeply()
    if (!(error instanceof GraphQLError)) throw error
    if (!error.message.includes(`more that ${tokens} tokens`))
      throw new OperationError('GRAPHQL_PARSE_FAILED', [error])
    throw tooComplexError('tokens', countTokens(source), tokens)
  }
}

/**
 * Replaces the tokens of each node by their positions. Tokens form a linked list, so copying a node copies all of them.
 * Mercurius copies documents recursively, and would fail at the number of tokens that the settings can allow.
 */
function dropTokenChain(document: DocumentNode): DocumentNode {
  return visit(document, {
    enter(node, _key, _parent, path) {
      if (path.length > maxNodeDepth) throw nestedTooDeeply()
      if (!node.loc) return
      const { start, end, source, startToken } = node.loc
      // Compiled code reads the location of a field here.
      const { line, column } = startToken
      Object.assign(node, { loc: { start, end, source, startToken: { line, column } } })
    },
  })
}

/** Counts up to the end of the text or the first syntax error. */
function countTokens(source: string): number {
  const lexer = new Lexer(new Source(source))
  let count = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count++
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return count
}

const nestedTooDeeply = () => parseFailed('The document is nested too deeply.')
const parseFailed = (message: string) =>
  new OperationError('GRAPHQL_PARSE_FAILED', [new GraphQLError(message)])
