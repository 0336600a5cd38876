import { randomUUID } from 'node:crypto'
import {
  GraphQLScalarType,
  Kind,
  type DocumentNode,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'

/** A scalar whose values are coerced already. */
const CoercedScalar = new GraphQLScalarType({ name: 'Coerced' })
/** A random name, so that no client can use the scalar. */
const coercedScalarName = randomUUID()

/** The schema in which the scalar for coerced variables exists. Clients are validated against the original schema. */
export function schemaForCoercedVariables(schema: GraphQLSchema): GraphQLSchema {
  const getType: GraphQLSchema['getType'] = name =>
    name === coercedScalarName ? CoercedScalar : schema.getType(name)
  return Object.create(schema, { getType: { value: getType } }) as GraphQLSchema
}

/** A copy of the document that declares all variables with the scalar for coerced variables. */
export function documentForCoercedVariables(document: DocumentNode): DocumentNode {
  const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: coercedScalarName } } as const
  const definitions = document.definitions.map(definition => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition
    const variableDefinitions = definition.variableDefinitions?.map(
      ({ defaultValue: _, ...variable }): VariableDefinitionNode => ({ ...variable, type }),
    )
    return { ...definition, variableDefinitions }
  })
  return { ...document, definitions }
}
