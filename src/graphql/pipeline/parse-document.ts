import { GraphQLError, Lexer, parse, Source, TokenKind, visit, type DocumentNode } from 'graphql'
import { KiB } from '../../lib/quantities.js'
import { OperationError } from './operation-error.js'
import { tooComplexError, type OperationLimits } from './limits/operation-limits.js'

const maxLength = 64 * KiB
/** Steps from the document to what is innermost. What reads a document calls itself for each; no screen takes 50. */
const maxNodeDepth = 1000

/** @throws OperationError GRAPHQL_PARSE_FAILED, QUERY_TOO_COMPLEX */
export function parseDocument(source: string, { tokens }: Pick<OperationLimits, 'tokens'>): DocumentNode {
  if (source.length > maxLength) throw parseFailed(`The document is longer than ${maxLength} characters.`)
  try {
    return dropTokenChain(parse(source, { maxTokens: tokens }))
  } catch (error) {
    // The parser calls itself for what is nested.
    if (error instanceof RangeError) throw nestedTooDeeply()
    if (!(error instanceof GraphQLError)) throw error
    if (!error.message.includes(`more that ${tokens} tokens`))
      throw new OperationError('GRAPHQL_PARSE_FAILED', [error])
    throw tooComplexError('tokens', countTokens(source), tokens)
  }
}

/**
 * Positions stay, the tokens' chain goes: each leads to the next, so that who copies a node copies them all. Mercurius
 * copies documents, and so many tokens as a setting may allow would be too many for it.
 */
function dropTokenChain(document: DocumentNode): DocumentNode {
  return visit(document, {
    enter(node, _key, _parent, path) {
      if (path.length > maxNodeDepth) throw nestedTooDeeply()
      if (!node.loc) return
      const { start, end, source, startToken } = node.loc
      // Compiled code looks up here where a field stands.
      const { line, column } = startToken
      Object.assign(node, { loc: { start, end, source, startToken: { line, column } } })
    },
  })
}

/** Up to the end, or to what is no token. */
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
