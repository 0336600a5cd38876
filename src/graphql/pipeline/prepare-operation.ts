import {
  getOperationAST,
  GraphQLError,
  Kind,
  separateOperations,
  specifiedRules,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationTypeNode,
  type VariableDefinitionNode,
} from 'graphql'
import { cacheHintOf, type CacheHint } from './cache-hints.js'
import { isCompilable } from './compilable.js'
import { findVariableUses, type VariableUse } from './input-paths.js'
import { selectsLargeRecords } from './large-records.js'
import { findScopeRequirements, type ScopeRequirement } from './token-scope-requirements.js'
import { inputError, OperationError } from './operation-error.js'
import { parseDocument } from './parse-document.js'
import { findOnceFields } from './limits/once-fields.js'
import { assertSize, createCostCheck, type OperationLimits } from './limits/operation-limits.js'
import { introspectionFields } from './limits/introspection-cost.js'
import { forEachField } from './selected-fields.js'
import { assertUnconditionalSubscription } from './subscription-roots.js'
import { addInputFields } from './validation-fields.js'

/** A validated and analyzed operation. */
export interface Operation {
  /** Contains no other operations, because compiled code executes the first one of a document. */
  document: DocumentNode
  type: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  /** The first use of each variable. */
  variableUses: ReadonlyMap<string, VariableUse>
  /** True if the operation belongs to a released app. */
  isRegistered: boolean
  introspects: boolean
  /** The number of AST nodes, from which the cache estimates the size. */
  nodeCount: number
  isCompilable: boolean
  /** True if the operation selects records that can be very large. */
  selectsLargeRecords: boolean
  /** Returns the cost with the given variables. @throws OperationError QUERY_TOO_COMPLEX if it exceeds the limit */
  assertCost: (variables: Record<string, unknown>, limit: number) => number
  cacheHint: CacheHint
  /** The selected fields with `@once`. */
  onceFields: readonly string[]
  /** What the operation requires of a personal access token. */
  scopeRequirements: readonly ScopeRequirement[]
  /** The selected deprecated fields, as `Type.field`. */
  deprecatedFields: readonly string[]
}

export interface PreparationOptions {
  schema: GraphQLSchema
  limits: OperationLimits
  /** True if validation errors suggest names of the schema. */
  suggestions: boolean
  /** The documents of the registered operations. */
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
  const operationDocuments = separateOperations(document)
  // Checked before validation, which is slow for malicious documents.
  for (const operationDocument of Object.values(operationDocuments)) assertSize(operationDocument, limits)
  assertUnconditionalSubscription(document)
  const errors = validate(schema, document, specifiedRules, { maxErrors, hideSuggestions: !suggestions })
  if (errors.length > 0)
    throw new OperationError('GRAPHQL_VALIDATION_FAILED', addInputFields(schema, document, errors))

  const chosen = getOperationAST(document, operationName)
  if (!chosen) throw unknownOperation(operationName)
  const { variableDefinitions: variables = [] } = chosen
  if (variables.some(({ variable }) => variable.name.value === '__proto__')) throw unsupportedVariableName()
  const name = chosen.name?.value
  const own = operationDocuments[name ?? ''] ?? document
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
    scopeRequirements: findScopeRequirements(schema, own),
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

/** Executors store variables in plain objects, where this name refers to the prototype. */
const unsupportedVariableName = () =>
  new OperationError('GRAPHQL_VALIDATION_FAILED', [
    new GraphQLError('A variable cannot be named "__proto__".'),
  ])

function inspectDocument(document: DocumentNode): Pick<Operation, 'introspects' | 'nodeCount'> {
  const found = { introspects: false, nodeCount: 0 }
  visit(document, {
    enter(node) {
      found.nodeCount++
      if (node.kind === Kind.FIELD && introspectionFields.has(node.name.value)) found.introspects = true
    },
  })
  return found
}

function findDeprecatedFields(schema: GraphQLSchema, document: DocumentNode): string[] {
  const found = new Set<string>()
  forEachField(schema, document, ({ field, parent }) => {
    if (field.deprecationReason != null) found.add(`${parent.name}.${field.name}`)
  })
  return [...found]
}
