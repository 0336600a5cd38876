// A plugin for graphql-codegen. It runs before the build, so it is JavaScript.
import { Kind, print, separateOperations } from 'graphql'

const isOperation = ({ kind }) => kind === Kind.OPERATION_DEFINITION
const capitalized = text => text[0].toUpperCase() + text.slice(1)

/**
 * Exports each operation as a `TypedText` of the client package. The texts are those that the service registers, so that it
 * knows their hashes. Bundlers remove those that an app does not use.
 * @param {import('graphql').GraphQLSchema} _schema
 * @param {import('@graphql-codegen/plugin-helpers').Types.DocumentFile[]} documents
 */
export function plugin(_schema, documents) {
  const sorted = documents.toSorted((one, other) => (one.location < other.location ? -1 : 1))
  const definitions = sorted.flatMap(({ document }) => document.definitions)
  const operations = Object.entries(separateOperations({ kind: Kind.DOCUMENT, definitions }))
  const exports = operations.map(([name, document]) => {
    const [operation, ...fragments] = document.definitions.toSorted(
      (one, other) => Number(isOperation(other)) - Number(isOperation(one)),
    )
    const text = print({ ...document, definitions: [operation, ...fragments] })
    const type = name + capitalized(operation.operation)
    return `export const ${name}Document: TypedText<${type}, ${type}Variables> = \`${text.replaceAll(/[\\`$]/g, '\\$&')}\``
  })
  return {
    prepend: ["import type { TypedText } from '../../src/client/requests.js'"],
    content: exports.join('\n\n'),
  }
}
