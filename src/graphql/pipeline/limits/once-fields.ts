import {
  getDirectiveValues,
  GraphQLError,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { OperationError } from '../operation-error.js'

/**
 * The fields with `@once` that the operation asks for.
 * @throws OperationError QUERY_TOO_COMPLEX where it asks for one of them under several names
 */
export function findOnceFields(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const once = schema.getDirective('once')
  const names = new Map<string, string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: ({ name, alias }) => {
        const field = types.getFieldDef()
        if (!once || !field?.astNode || !getDirectiveValues(once, field.astNode)) return
        const responseName = (alias ?? name).value
        if ((names.get(field.name) ?? responseName) !== responseName) throw selectedTwice(field.name)
        names.set(field.name, responseName)
      },
    }),
  )
  return [...names.keys()]
}

/** Notes what a request asks for. @throws OperationError QUERY_TOO_COMPLEX where another operation of it did so */
export function claimOnceFields(asked: Set<string>, fields: readonly string[]): void {
  for (const field of fields) {
    if (asked.has(field)) throw selectedTwice(field)
    asked.add(field)
  }
}

const selectedTwice = (field: string) =>
  new OperationError('QUERY_TOO_COMPLEX', [
    new GraphQLError(`A request can contain "${field}" only once, including aliases, fragments and batches.`),
  ])
