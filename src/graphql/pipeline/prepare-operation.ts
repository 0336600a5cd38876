import {
  getOperationAST,
  GraphQLError,
  Kind,
  separateOperations,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { cacheHintOf } from './cache-hints.js'
import { isCompilable } from './compilable.js'
import { OperationError } from './operation-error.js'
import type { Operation, PreparationOptions } from './operations.js'
import { parseDocument } from './parse-document.js'
import { checkSize, costChecker } from './policy/policy.js'

const maxErrors = 20

/** @throws OperationError */
export function prepareOperation(
  source: string,
  operationName: string | null,
  { schema, limits, suggestions }: PreparationOptions,
): Operation {
  const document = parseDocument(source, limits)
  const separate = separateOperations(document)
  // Before validation, which takes long for documents made to take long.
  for (const operation of Object.values(separate)) checkSize(operation, limits)
  const problems = validate(schema, document, specifiedRules, { maxErrors, hideSuggestions: !suggestions })
  if (problems.length > 0) throw new OperationError('GRAPHQL_VALIDATION_FAILED', problems)

  const chosen = getOperationAST(document, operationName)
  if (!chosen) throw unknownOperation(operationName)
  const { variableDefinitions: variables = [] } = chosen
  if (variables.some(({ variable }) => variable.name.value === '__proto__')) throw unusableName()
  const name = chosen.name?.value
  const own = separate[name ?? ''] ?? document
  return {
    source: blankOut(source, document, own),
    document: own,
    kind: chosen.operation,
    name,
    variables,
    introspects: introspects(own),
    compilable: isCompilable(schema, own),
    cost: costChecker(schema, own),
    cacheHint: cacheHintOf(schema, own),
    deprecated: deprecatedFields(schema, own),
  }
}

function unknownOperation(operationName: string | null): OperationError {
  const message =
    operationName === null
      ? 'The document has several operations: say with operationName which one to run.'
      : `The document has no operation named "${operationName}".`
  return new OperationError('BAD_USER_INPUT', [new GraphQLError(message)])
}

/** Executors keep variables in plain objects, where this name finds something else. */
const unusableName = () =>
  new OperationError('GRAPHQL_VALIDATION_FAILED', [
    new GraphQLError('A variable cannot be called "__proto__" here.'),
  ])

function blankOut(source: string, document: DocumentNode, kept: DocumentNode): string {
  let text = source
  for (const definition of document.definitions) {
    if (kept.definitions.includes(definition) || !definition.loc) continue
    const { start, end } = definition.loc
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ') + text.slice(end)
  }
  return text
}

function introspects(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    [Kind.FIELD]: ({ name }) => {
      if (name.value === '__schema' || name.value === '__type') found = true
    },
  })
  return found
}

function deprecatedFields(schema: GraphQLSchema, document: DocumentNode): string[] {
  const found = new Set<string>()
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: () => {
        const field = types.getFieldDef()
        const parent = types.getParentType()
        if (field?.deprecationReason != null && parent) found.add(`${parent.name}.${field.name}`)
      },
    }),
  )
  return [...found]
}
