import {
  type ArgumentNode,
  BREAK,
  getNullableType,
  isListType,
  isNonNullType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  type ObjectFieldNode,
} from 'graphql'

/** Where a document uses a variable. */
export interface VariableUse {
  /** Path of the input that the variable stands for, such as `input` or `operations[3].saveWorkout`. */
  path: string
  /**
   * How far below an argument with `@isolateItems` the variable stands: 0 for the list, 1 for an item, 2 for the field
   * of an item, and so on. Null elsewhere.
   */
  itemDepth: number | null
}

export type NodePath = readonly (string | number)[]

/** The first use of each variable of a valid document. A variable that is used elsewhere too is never isolated. */
export function findVariableUses(schema: GraphQLSchema, document: DocumentNode): Map<string, VariableUse> {
  const uses = new Map<string, VariableUse>()
  const isolateItems = schema.getDirective('isolateItems')
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.VARIABLE_DEFINITION]: () => false,
      [Kind.VARIABLE]: ({ name }, _key, _parent, keys) => {
        const segments = pathSegments(document, keys)
        // A single object stands for a list of one.
        if (segments[1]?.startsWith('.') && isListType(getNullableType(types.getArgument()?.type)))
          segments.splice(1, 0, '[0]')
        const isIsolated = types
          .getArgument()
          ?.astNode?.directives?.some(directive => directive.name.value === isolateItems?.name)
        const known = uses.get(name.value)
        if (known) known.itemDepth = null
        else
          uses.set(name.value, {
            path: segments.join(''),
            itemDepth: isIsolated ? segments.length - 1 : null,
          })
      },
    }),
  )
  return uses
}

/**
 * Path of the argument value that an error of the executor points at: of the null in it, where a variable brought one
 * to a place that takes none. Null where the node is no part of an argument.
 */
export function argumentPath(
  schema: GraphQLSchema,
  document: DocumentNode,
  value: ASTNode,
  variables: Readonly<Record<string, unknown>>,
): string | null {
  const found: { value?: NodePath; null?: NodePath } = {}
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      enter(node, _key, _parent, keys) {
        if (node === value) found.value = [...keys]
        const isMissing = node.kind === Kind.VARIABLE && variables[node.name.value] === null
        if (found.value && isMissing && isNonNullType(types.getInputType())) found.null ??= [...keys]
      },
      leave(node) {
        // The search ends with the value.
        if (node === value) return BREAK
        return undefined
      },
    }),
  )
  const keys = found.null ?? found.value
  return keys ? pathSegments(document, keys).join('') || null : null
}

/** The parts of a path: the argument's name, then `.name` for each field and `[2]` for each item on the way. */
export function pathSegments(document: DocumentNode, keys: NodePath): string[] {
  let segments: string[] = []
  let current: unknown = document
  let previous: string | number | undefined
  for (const key of keys) {
    current = (current as Record<string | number, unknown>)[key]
    const { kind, name } = current as Partial<ObjectFieldNode | ArgumentNode>
    if (kind === Kind.OBJECT_FIELD) segments.push(`.${name?.value}`)
    else if (kind === Kind.ARGUMENT) segments = [name?.value ?? '']
    else if (previous === 'values') segments.push(`[${key}]`)
    previous = key
  }
  return segments
}
