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
import { variableUses, type VariableUse } from './input-paths.js'
import { selectsLargeRecords } from './large-records.js'
import { inputError, OperationError } from './operation-error.js'
import { parseDocument } from './parse-document.js'
import { onceFields } from './policy/once.js'
import { checkSize, costChecker, type Limits } from './policy/policy.js'
import { checkSubscriptionRoots } from './subscription-roots.js'
import { withFields } from './validation-fields.js'

/** One operation, ready for the executor. */
export interface Operation {
  /** Without the other operations: compiled code goes by the document alone, and must not run another. */
  document: DocumentNode
  kind: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  /** Where each variable is used. */
  variableUses: ReadonlyMap<string, VariableUse>
  /** Whether it is of a released app. */
  isRegistered: boolean
  introspects: boolean
  /** Nodes of the document, for what it takes to remember it. */
  nodes: number
  compilable: boolean
  /** Whether it reads records that can be very large. */
  selectsLargeRecords: boolean
  /** What it costs with these variables. @throws OperationError QUERY_TOO_COMPLEX */
  cost: (variables: Record<string, unknown>, limit: number) => number
  cacheHint: CacheHint
  /** Fields of which a request may ask for one. */
  once: readonly string[]
  /** Deprecated fields it asks for, as `Type.field`. */
  deprecated: readonly string[]
}

export interface PreparationOptions {
  schema: GraphQLSchema
  limits: Limits
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
  for (const operation of Object.values(separate)) checkSize(operation, limits)
  checkSubscriptionRoots(document)
  const problems = validate(schema, document, specifiedRules, { maxErrors, hideSuggestions: !suggestions })
  if (problems.length > 0)
    throw new OperationError('GRAPHQL_VALIDATION_FAILED', withFields(schema, document, problems))

  const chosen = getOperationAST(document, operationName)
  if (!chosen) throw unknownOperation(operationName)
  const { variableDefinitions: variables = [] } = chosen
  if (variables.some(({ variable }) => variable.name.value === '__proto__')) throw unusableName()
  const name = chosen.name?.value
  const own = separate[name ?? ''] ?? document
  return {
    document: own,
    kind: chosen.operation,
    name,
    variables,
    variableUses: variableUses(schema, own),
    isRegistered: registered?.has(source) ?? false,
    ...survey(own),
    compilable: isCompilable(schema, own),
    selectsLargeRecords: selectsLargeRecords(schema, own),
    cost: costChecker(schema, own),
    cacheHint: cacheHintOf(schema, own),
    once: onceFields(schema, own),
    deprecated: deprecatedFields(schema, own),
  }
}

function unknownOperation(operationName: string | null): OperationError {
  const message =
    operationName === null
      ? 'The document has several operations: say with operationName which one to run.'
      : `The document has no operation named "${operationName}".`
  return new OperationError('BAD_USER_INPUT', [inputError('operationName', message)])
}

/** Executors keep variables in plain objects, where this name finds something else. */
const unusableName = () =>
  new OperationError('GRAPHQL_VALIDATION_FAILED', [
    new GraphQLError('A variable cannot be called "__proto__" here.'),
  ])

function survey(document: DocumentNode): Pick<Operation, 'introspects' | 'nodes'> {
  const found = { introspects: false, nodes: 0 }
  visit(document, {
    enter(node) {
      found.nodes++
      if (node.kind === Kind.FIELD && (node.name.value === '__schema' || node.name.value === '__type'))
        found.introspects = true
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
