import { parse, visit, type DocumentNode } from 'graphql'
import { badUserInput } from '../../../errors.js'

/** The mutations that require a recent step-up. `sync` can contain others of the list. */
export const stepUpMutations: ReadonlySet<string> = new Set([
  'archiveCatalogueExercise',
  'archiveProgram',
  'deleteUser',
  'publishProgram',
  'resetUserSecondFactor',
  'restoreUser',
  'setAccountEnabled',
  'setUserRole',
  'sync',
])

const maxLexicalTokens = 1000

/**
 * Returns whether a document contains one of these mutations, in any operation or fragment, whatever its alias is.
 * @throws AppError BAD_USER_INPUT if the document cannot be parsed
 */
export function requiresStepUp(text: string): boolean {
  let isRequired = false
  visit(parseDocument(text), {
    Field: ({ name }) => {
      isRequired ||= stepUpMutations.has(name.value)
    },
  })
  return isRequired
}

function parseDocument(text: string): DocumentNode {
  try {
    return parse(text, { maxLexicalTokens, noLocation: true })
  } catch (error) {
    throw badUserInput('query', `query cannot be parsed: ${(error as Error).message}`)
  }
}
