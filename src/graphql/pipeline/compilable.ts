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
  type SelectionSetNode,
} from 'graphql'

const mostSpreads = 500

/**
 * Whether compiled code answers the operation as the reference executor does. It does not where
 * - one mutation of several gets a null it does not take: the ones after it are never run, nor is there an answer;
 * - a variable stands inside an input object and is left out: the field becomes null instead of missing;
 * - a variable that may be null stands where null is refused: the error says nothing of its kind;
 * - a default of a variable is of a scalar of ours: resolvers would get a string instead of a Date;
 * - a variable with a default takes no null: it is demanded all the same;
 * - an answer is called `__proto__`;
 * - something may be left out: what it is merged with then keeps or loses fields, their order and their positions.
 * Nor is it worth it where fragments multiply: the compiler follows each spread, which can take it years.
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
      [Kind.FIELD]: ({ alias }) => {
        if (alias?.value === '__proto__') found.obstacle = true
      },
      [Kind.VARIABLE_DEFINITION]: ({ type, defaultValue }) => {
        if (defaultValue && (type.kind === Kind.NON_NULL_TYPE || !isPlain(types.getInputType())))
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
  return !found.obstacle && spreads(document) <= mostSpreads
}

/** Whether what is written of it in JSON is what resolvers get. */
function isPlain(input: GraphQLInputType | null | undefined): boolean {
  const type = getNamedType(input)
  return isEnumType(type) || (type !== undefined && isSpecifiedScalarType(type))
}

const isLiteral = (ancestor: ASTNode | readonly ASTNode[]) =>
  'kind' in ancestor && (ancestor.kind === Kind.OBJECT || ancestor.kind === Kind.LIST)

/** How often fragments are spread, those within others counted each time. */
function spreads({ definitions }: DocumentNode): number {
  const within = new Map<string, number>()
  const inSelections = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return sum + 1 + inFragment(selection.name.value)
      return sum + (selection.selectionSet ? inSelections(selection.selectionSet) : 0)
    }, 0)

  function inFragment(name: string): number {
    const known = within.get(name)
    if (known !== undefined) return known
    const fragment = definitions.find(
      definition => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    )
    const count = fragment && 'selectionSet' in fragment ? inSelections(fragment.selectionSet) : 0
    within.set(name, count)
    return count
  }

  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return operation && 'selectionSet' in operation ? inSelections(operation.selectionSet) : 0
}
