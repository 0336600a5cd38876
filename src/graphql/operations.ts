import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  separateOperations,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { KiB, MiB } from '../lib/quantities.js'
import { cacheHintOf, type CacheHint } from './cache-hints.js'
import { isCompilable } from './compilable.js'
import { OperationError } from './operation-error.js'
import { checkSize, costChecker, type Limits } from './policy/policy.js'

/** One operation, ready for the executor. */
export interface Operation {
  /**
   * The document without its other operations, each character still where it was, so that positions in errors
   * stay right. The executor keys its compiled code on this text alone: it must not run another operation.
   */
  source: string
  document: DocumentNode
  kind: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  introspects: boolean
  compilable: boolean
  /** What it costs with these variables. @throws OperationError QUERY_TOO_COMPLEX */
  cost: (variables: Record<string, unknown>, limit: number) => number
  cacheHint: CacheHint
  /** Deprecated fields it asks for, as `Type.field`. */
  deprecated: readonly string[]
}

const maxLength = 64 * KiB
const rememberedDocuments = { max: 500, maxSize: 4 * MiB }

type Prepared = Operation | OperationError

/** Parses, measures and validates each document once and remembers the outcome, good or bad. */
export function operationPreparer(schema: GraphQLSchema, limits: Limits) {
  const remembered = new LRUCache<string, Map<string | null, Prepared>>({
    ...rememberedDocuments,
    sizeCalculation: (_value, source) => source.length + 1,
  })

  /** @throws OperationError */
  return (source: string, operationName: string | null): Operation => {
    if (source.length > maxLength) throw parseError(`The document is longer than ${maxLength} characters.`)
    let operations = remembered.get(source)
    if (!operations) remembered.set(source, (operations = new Map()))
    let prepared = operations.get(operationName)
    if (!prepared) {
      prepared = outcome(() => prepare(schema, limits, source, operationName))
      // Names come from the request: unknown ones are not worth remembering.
      if (!(prepared instanceof OperationError) || operations.size === 0)
        operations.set(operationName, prepared)
    }
    if (prepared instanceof OperationError) throw prepared
    return prepared
  }
}

function outcome(work: () => Operation): Prepared {
  try {
    return work()
  } catch (error) {
    if (error instanceof OperationError) return error
    throw error
  }
}

/** @throws OperationError */
function prepare(
  schema: GraphQLSchema,
  limits: Limits,
  source: string,
  operationName: string | null,
): Operation {
  const document = parsed(source, limits.tokens)
  // Before validation, which takes long for documents made to take long.
  for (const operation of Object.values(separateOperations(document))) checkSize(operation, limits)
  const problems = validate(schema, document, undefined, { maxErrors: 20 })
  if (problems.length > 0) throw new OperationError('GRAPHQL_VALIDATION_FAILED', problems)

  const chosen = getOperationAST(document, operationName)
  if (!chosen) throw unknownOperation(operationName)
  const name = chosen.name?.value
  const own = separateOperations(document)[name ?? ''] ?? document
  return {
    source: blankOut(source, document, own),
    document: own,
    kind: chosen.operation,
    name,
    variables: chosen.variableDefinitions ?? [],
    introspects: introspects(own),
    compilable: isCompilable(schema, own),
    cost: costChecker(schema, own),
    cacheHint: cacheHintOf(schema, own),
    deprecated: deprecatedFields(schema, own),
  }
}

function parsed(source: string, maxTokens: number): DocumentNode {
  try {
    return parse(source, { maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    if (!error.message.includes(`more that ${maxTokens} tokens`))
      throw new OperationError('GRAPHQL_PARSE_FAILED', [error])
    const tooMany = new GraphQLError(`The document has more than ${maxTokens} tokens.`)
    throw new OperationError('QUERY_TOO_COMPLEX', [tooMany], { measure: 'tokens', limit: maxTokens })
  }
}

function unknownOperation(operationName: string | null): OperationError {
  const message =
    operationName === null
      ? 'The document has several operations: say with operationName which one to run.'
      : `The document has no operation named "${operationName}".`
  return new OperationError('BAD_USER_INPUT', [new GraphQLError(message)])
}

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

const parseError = (message: string) =>
  new OperationError('GRAPHQL_PARSE_FAILED', [new GraphQLError(message)])
