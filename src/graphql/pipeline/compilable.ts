import {
  getNamedType,
  isEnumType,
  isNonNullType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { codeSize } from './code-size.js'

/** In fields and arguments: code for so many takes some 5 ms to write, and 600 KB to keep. */
const maxCodeSize = 200

/**
 * Whether compiled code answers the operation as the reference executor does. It does not where
 * - one mutation of several gets a null it does not take: the ones after it are never run, nor is there an answer;
 * - a variable stands inside an input object and is left out: the field becomes null instead of missing;
 * - a variable that may be null stands where null is refused: the error says nothing of its kind;
 * - a default of a variable is of a scalar of ours: resolvers would get a string instead of a Date;
 * - a variable with a default takes no null: it is demanded all the same;
 * - an answer is called `__proto__`;
 * - something may be left out: what it is merged with then keeps or loses fields, their order and their positions.
 * Nor is it worth it for what is asked seldom, which is the schema, and for what is large. The compiler follows each
 * fragment wherever it is spread, which can take it years.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  const { operation: kind, variableDefinitions = [] } = operation as OperationDefinitionNode
  if (kind !== OperationTypeNode.QUERY) return false
  const nullable = new Set(
    variableDefinitions
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )

  const found = { obstacle: false }
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: ({ alias, name }) => {
        const asksForSchema = name.value === '__schema' || name.value === '__type'
        if (alias?.value === '__proto__' || asksForSchema) found.obstacle = true
      },
      [Kind.VARIABLE_DEFINITION]: ({ type, defaultValue }) => {
        if (
          defaultValue &&
          (type.kind === Kind.NON_NULL_TYPE || !isUnchangedByCoercion(types.getInputType()))
        )
          found.obstacle = true
        // What stands here is a definition, not a use.
        return false
      },
      [Kind.VARIABLE]: ({ name }, _key, _parent, _path, ancestors) => {
        const refusesNull = isNonNullType(types.getInputType()) && nullable.has(name.value)
        if (refusesNull || ancestors.some(isLiteral)) found.obstacle = true
      },
      [Kind.DIRECTIVE]: () => {
        found.obstacle = true
      },
    }),
  )
  return !found.obstacle && codeSize(schema, document) <= maxCodeSize
}

/** Whether what is written of it in JSON is what resolvers get. */
function isUnchangedByCoercion(input: GraphQLInputType | null | undefined): boolean {
  const type = getNamedType(input)
  return isEnumType(type) || (type !== undefined && isSpecifiedScalarType(type))
}

const isLiteral = (ancestor: ASTNode | readonly ASTNode[]) =>
  'kind' in ancestor && (ancestor.kind === Kind.OBJECT || ancestor.kind === Kind.LIST)
