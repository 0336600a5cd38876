import {
  isAbstractType,
  isEnumType,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

/**
 * Returns the schema coordinates on which an operation depends, such as `User`, `User.email`, `Query.exercises.first` or
 * `Goal.custom`. All values of a used enum and all fields of a used input count as used.
 */
export function findUsedParts(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const used = new Set<string>()
  const types = new TypeInfo(schema)
  const add = (...path: string[]) => void used.add(path.join('.'))
  const addField = (...path: string[]) => {
    for (const owner of owners(schema, types)) add(owner, ...path)
  }

  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.NAMED_TYPE]: ({ name }) => addWithParts(used, schema, name.value),
      [Kind.DIRECTIVE]: ({ name }) => add(`@${name.value}`),
      [Kind.FIELD]: ({ name, arguments: givenArguments = [] }) => {
        addField(name.value)
        for (const argument of givenArguments) addField(name.value, argument.name.value)
        addWithParts(used, schema, nameOf(types.getType()))
      },
      [Kind.OBJECT]: () => add(nameOf(types.getInputType())),
      [Kind.OBJECT_FIELD]: ({ name }) => add(nameOf(types.getParentInputType()), name.value),
      [Kind.ENUM]: ({ value }) => add(nameOf(types.getInputType()), value),
    }),
  )
  return used
}

/** The parent type of the selected field, and its possible types. */
function owners(schema: GraphQLSchema, types: TypeInfo): string[] {
  const type = types.getParentType()
  if (!type) return []
  return [type, ...(isAbstractType(type) ? schema.getPossibleTypes(type) : [])].map(({ name }) => name)
}

function addWithParts(used: Set<string>, schema: GraphQLSchema, name: string): void {
  if (used.has(`${name}.*`)) return
  used.add(name).add(`${name}.*`)
  const type = schema.getType(name)
  if (isEnumType(type)) for (const value of type.getValues()) used.add(`${name}.${value.name}`)
  if (!isInputObjectType(type)) return
  for (const field of Object.values(type.getFields())) {
    used.add(`${name}.${field.name}`)
    addWithParts(used, schema, nameOf(field.type))
  }
}

/** The name of a type without list and non-null; empty for an unknown type. */
const nameOf = (type: { toString: () => string } | null | undefined) =>
  type ? type.toString().replace(/[[\]!]/g, '') : ''
