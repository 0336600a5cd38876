import {
  getOperationAST,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  separateOperations,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import type { ErrorCode } from '../errors.js'
import { KiB, MiB } from '../lib/quantities.js'
import { isCompilable } from './compilable.js'

/** One operation, ready for the executor. */
export interface Operation {
  /**
   * The document without its other operations, each character still where it was, so that positions in errors
   * stay right. The executor keys its compiled code on this text alone: it must not run another operation.
   */
  source: string
  kind: OperationTypeNode
  name: string | undefined
  variables: readonly VariableDefinitionNode[]
  introspects: boolean
  compilable: boolean
}

/** A document that cannot be executed. */
export class OperationError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly GraphQLError[]

  constructor(code: ErrorCode, errors: readonly GraphQLError[]) {
    super(errors[0]?.message)
    this.code = code
    this.errors = errors
  }
}

const maxLength = 64 * KiB
const maxTokens = 5000
const rememberedDocuments = { max: 500, maxSize: 4 * MiB }

type Prepared = Operation | OperationError

/** Parses and validates each document once and remembers the outcome, good or bad. */
export function operationPreparer(schema: GraphQLSchema) {
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
      prepared = prepare(schema, source, operationName)
      // Names come from the request: unknown ones are not worth remembering.
      if (!(prepared instanceof OperationError) || operations.size === 0)
        operations.set(operationName, prepared)
    }
    if (prepared instanceof OperationError) throw prepared
    return prepared
  }
}

function prepare(schema: GraphQLSchema, source: string, operationName: string | null): Prepared {
  let document: DocumentNode
  try {
    document = parse(source, { maxTokens })
  } catch (error) {
    return new OperationError('GRAPHQL_PARSE_FAILED', [error as GraphQLError])
  }
  const problems = validate(schema, document, undefined, { maxErrors: 20 })
  if (problems.length > 0) return new OperationError('GRAPHQL_VALIDATION_FAILED', problems)

  const operation = getOperationAST(document, operationName)
  if (!operation) {
    const message =
      operationName === null
        ? 'The document has several operations: say with operationName which one to run.'
        : `The document has no operation named "${operationName}".`
    return new OperationError('BAD_USER_INPUT', [new GraphQLError(message)])
  }
  const name = operation.name?.value
  const own = separateOperations(document)[name ?? ''] ?? document
  return {
    source: blankOut(source, document, own),
    kind: operation.operation,
    name,
    variables: operation.variableDefinitions ?? [],
    introspects: introspects(own),
    compilable: isCompilable(schema, own),
  }
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

const parseError = (message: string) =>
  new OperationError('GRAPHQL_PARSE_FAILED', [new GraphQLError(message)])
