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

/** The place where a document uses a variable. */
export interface VariableUse {
  /** The path of the input in which the variable is used, such as `input` or `operations[3].saveWorkout`. */
  path: string
  /**
   * The depth of the variable below an argument with `@isolateItems`: 0 for the list, 1 for an item, 2 for the field of
   * an item, and so on. Null for other arguments.
   */
  itemDepth: number | null
}

export type NodePath = readonly (string | number)[]

/** Finds the first use of each variable of a valid document. A variable with several uses is never isolated. */
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
        // A single object is coerced to a list with one item.
        if (segments[1]?.startsWith('.') && isListType(getNullableType(types.getArgument()?.type)))
          segments.splice(1, 0, '[0]')
        const isIsolated = types
          .getArgument()
          ?.astNode?.directives?.some(directive => directive.name.value === isolateItems?.name)
        const existing = uses.get(name.value)
        if (existing) existing.itemDepth = null
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
 * Returns the path of the argument value to which an error of the executor points. If a variable with the value null is
 * used in a non-null position of it, returns the path of the variable. Returns null for nodes outside of arguments.
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
        // Stop after the value.
        if (node === value) return BREAK
        return undefined
      },
    }),
  )
  const keys = found.null ?? found.value
  return keys ? pathSegments(document, keys).join('') || null : null
}

/** Returns the segments of a path: the name of the argument, then `.name` for each field and `[2]` for each item. */
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
