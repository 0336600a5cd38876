import { GraphQLError, Lexer, parse, Source, TokenKind, type DocumentNode } from 'graphql'
import { KiB } from '../../lib/quantities.js'
import { OperationError } from './operation-error.js'
import { tooComplex, type Limits } from './policy/policy.js'

const maxLength = 64 * KiB

/** @throws OperationError GRAPHQL_PARSE_FAILED, QUERY_TOO_COMPLEX */
export function parseDocument(source: string, { tokens }: Pick<Limits, 'tokens'>): DocumentNode {
  if (source.length > maxLength) throw parseFailed(`The document is longer than ${maxLength} characters.`)
  try {
    return parse(source, { maxTokens: tokens })
  } catch (error) {
    // The parser calls itself for what is nested.
    if (error instanceof RangeError) throw parseFailed('The document is nested too deeply.')
    if (!(error instanceof GraphQLError)) throw error
    if (!error.message.includes(`more that ${tokens} tokens`))
      throw new OperationError('GRAPHQL_PARSE_FAILED', [error])
    throw tooComplex('tokens', countTokens(source), tokens)
  }
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

const parseFailed = (message: string) =>
  new OperationError('GRAPHQL_PARSE_FAILED', [new GraphQLError(message)])
