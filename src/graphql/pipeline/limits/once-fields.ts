import { getDirectiveValues, GraphQLError, type DocumentNode, type GraphQLSchema } from 'graphql'
import { OperationError } from '../operation-error.js'
import { forEachField } from '../selected-fields.js'

/**
 * Returns the fields with `@once` that the operation selects.
 * @throws OperationError QUERY_TOO_COMPLEX if it selects one of them under several response names
 */
export function findOnceFields(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const once = schema.getDirective('once')
  const responseNames = new Map<string, string>()
  forEachField(schema, document, ({ node: { alias, name }, field }) => {
    if (!once || !field.astNode || !getDirectiveValues(once, field.astNode)) return
    const responseName = (alias ?? name).value
    if ((responseNames.get(field.name) ?? responseName) !== responseName) throw selectedTwice(field.name)
    responseNames.set(field.name, responseName)
  })
  return [...responseNames.keys()]
}

/** Claims fields for an operation. @throws OperationError QUERY_TOO_COMPLEX if another operation has claimed one */
export function claimOnceFields(claimed: Set<string>, fields: readonly string[]): void {
  for (const field of fields) {
    if (claimed.has(field)) throw selectedTwice(field)
    claimed.add(field)
  }
}

const selectedTwice = (field: string) =>
  new OperationError('QUERY_TOO_COMPLEX', [
    new GraphQLError(`A request can contain "${field}" only once, including aliases, fragments and batches.`),
  ])
