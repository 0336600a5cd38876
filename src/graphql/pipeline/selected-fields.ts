import {
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'

interface SelectedField {
  node: FieldNode
  field: GraphQLField<unknown, unknown>
  parent: GraphQLCompositeType
}

/** Calls `onField` for each field that a valid document selects. The fields of a fragment are visited once. */
export function forEachField(
  schema: GraphQLSchema,
  document: DocumentNode,
  onField: (selected: SelectedField) => void,
): void {
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD](node) {
        const field = types.getFieldDef()
        const parent = types.getParentType()
        if (field && parent) onField({ node, field, parent })
      },
    }),
  )
}
