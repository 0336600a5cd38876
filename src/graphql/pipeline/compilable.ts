import {
  getNamedType,
  getOperationAST,
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
} from 'graphql'
import { codeSize } from './code-size.js'
import { introspectionFields } from './limits/introspection-cost.js'

/** In fields and arguments. Code of this size takes about 5 ms to generate and 600 KB of memory. */
const maxCodeSize = 200

/**
 * Returns whether compiled code gives the same result as graphql-js. The results differ if
 * - a mutation of several returns null for a non-null field: the mutations after it never run, and no response is sent;
 * - a variable within an input object is omitted: the field becomes null instead of undefined;
 * - a nullable variable is used in a non-null position: the error of a null value has no details;
 * - a variable has a default of a custom scalar: resolvers get a string instead of a Date;
 * - a non-null variable has a default: the variable is required nevertheless;
 * - a response name is `__proto__`;
 * - `@skip` or `@include` is used: fields merged with a skipped field change their presence, order and locations.
 * Introspection is too rare to be compiled, and large operations are too expensive: the compiler expands each fragment at
 * every spread, which can grow exponentially.
 */
export function isCompilable(schema: GraphQLSchema, document: DocumentNode): boolean {
  const operation = getOperationAST(document)
  if (operation?.operation !== OperationTypeNode.QUERY) return false
  const { variableDefinitions = [] } = operation
  const nullableVariables = new Set(
    variableDefinitions
      .filter(({ type }) => type.kind !== Kind.NON_NULL_TYPE)
      .map(({ variable }) => variable.name.value),
  )

  const result = { isCompilable: true }
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: ({ alias, name }) => {
        if (alias?.value === '__proto__' || introspectionFields.has(name.value)) result.isCompilable = false
      },
      [Kind.VARIABLE_DEFINITION]: ({ type, defaultValue }) => {
        if (
          defaultValue &&
          (type.kind === Kind.NON_NULL_TYPE || !isUnchangedByCoercion(types.getInputType()))
        )
          result.isCompilable = false
        // Do not visit the variable of the definition, which is not a use.
        return false
      },
      [Kind.VARIABLE]: ({ name }, _key, _parent, _path, ancestors) => {
        const mayRejectNull = isNonNullType(types.getInputType()) && nullableVariables.has(name.value)
        if (mayRejectNull || ancestors.some(isInputLiteral)) result.isCompilable = false
      },
      [Kind.DIRECTIVE]: () => {
        result.isCompilable = false
      },
    }),
  )
  return result.isCompilable && codeSize(schema, document) <= maxCodeSize
}

/** Returns whether resolvers get values of the type as they are in JSON. */
function isUnchangedByCoercion(input: GraphQLInputType | null | undefined): boolean {
  const type = getNamedType(input)
  return isEnumType(type) || (type !== undefined && isSpecifiedScalarType(type))
}

const isInputLiteral = (ancestor: ASTNode | readonly ASTNode[]) =>
  'kind' in ancestor && (ancestor.kind === Kind.OBJECT || ancestor.kind === Kind.LIST)
