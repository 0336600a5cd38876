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
  type OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { cacheHintOf, type CacheHint } from './cache-hints.js'
import { isCompilable } from './compilable.js'
import { findVariableUses, type VariableUse } from './input-paths.js'
import { selectsLargeRecords } from './large-records.js'
import { inputError, OperationError } from './operation-error.js'
import { parseDocument } from './parse-document.js'
import { findOnceFields } from './limits/once-fields.js'
import { assertSize, createCostCheck, type OperationLimits } from './limits/operation-limits.js'
import { assertUnconditionalSubscription } from './subscription-roots.js'
import { addInputFields } from './validation-fields.js'

/** One operation, ready for the executor. */
export interface Operation {
  /** Without the other operations: compiled code goes by the document alone, and must not run another. */
  document: DocumentNode
  type: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  /** Where each variable is used. */
  variableUses: ReadonlyMap<string, VariableUse>
  /** Whether it is of a released app. */
  isRegistered: boolean
  introspects: boolean
  /** Nodes of the document, for what it takes to remember it. */
  nodeCount: number
  isCompilable: boolean
  /** Whether it reads records that can be very large. */
  selectsLargeRecords: boolean
  /** What it costs with these variables. @throws OperationError QUERY_TOO_COMPLEX */
  assertCost: (variables: Record<string, unknown>, limit: number) => number
  cacheHint: CacheHint
  /** Fields of which a request may ask for one. */
  onceFields: readonly string[]
  /** Deprecated fields it asks for, as `Type.field`. */
  deprecatedFields: readonly string[]
}

export interface PreparationOptions {
  schema: GraphQLSchema
  limits: OperationLimits
  /** Whether errors suggest names of the schema. */
  suggestions: boolean
  /** The texts of the operations of released apps. */
  registered?: ReadonlySet<string>
}

const maxErrors = 20

/** @throws OperationError */
export function prepareOperation(
  source: string,
  operationName: string | null,
  { schema, limits, suggestions, registered }: PreparationOptions,
): Operation {
  const document = parseDocument(source, limits)
  const separate = separateOperations(document)
  // Before validation, which takes long for documents made to take long.
  for (const operation of Object.values(separate)) assertSize(operation, limits)
  assertUnconditionalSubscription(document)
  const problems = validate(schema, document, specifiedRules, { maxErrors, hideSuggestions: !suggestions })
  if (problems.length > 0)
    throw new OperationError('GRAPHQL_VALIDATION_FAILED', addInputFields(schema, document, problems))

  const chosen = getOperationAST(document, operationName)
  if (!chosen) throw unknownOperation(operationName)
  const { variableDefinitions: variables = [] } = chosen
  if (variables.some(({ variable }) => variable.name.value === '__proto__')) throw unsupportedVariableName()
  const name = chosen.name?.value
  const own = separate[name ?? ''] ?? document
  return {
    document: own,
    type: chosen.operation,
    name,
    variables,
    variableUses: findVariableUses(schema, own),
    isRegistered: registered?.has(source) ?? false,
    ...inspectDocument(own),
    isCompilable: isCompilable(schema, own),
    selectsLargeRecords: selectsLargeRecords(schema, own),
    assertCost: createCostCheck(schema, own),
    cacheHint: cacheHintOf(schema, own),
    onceFields: findOnceFields(schema, own),
    deprecatedFields: findDeprecatedFields(schema, own),
  }
}

function unknownOperation(operationName: string | null): OperationError {
  const message =
    operationName === null
      ? 'The document has several operations. Select one with operationName.'
      : `The document has no operation named "${operationName}".`
  return new OperationError('BAD_USER_INPUT', [inputError('operationName', message)])
}

/** Executors keep variables in plain objects, where this name finds something else. */
const unsupportedVariableName = () =>
  new OperationError('GRAPHQL_VALIDATION_FAILED', [
    new GraphQLError('A variable cannot be named "__proto__".'),
  ])

function inspectDocument(document: DocumentNode): Pick<Operation, 'introspects' | 'nodeCount'> {
  const found = { introspects: false, nodeCount: 0 }
  visit(document, {
    enter(node) {
      found.nodeCount++
      if (node.kind === Kind.FIELD && (node.name.value === '__schema' || node.name.value === '__type'))
        found.introspects = true
    },
  })
  return found
}

function findDeprecatedFields(schema: GraphQLSchema, document: DocumentNode): string[] {
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
