import { GraphQLError, Kind, visit, type ASTNode, type DocumentNode, type GraphQLSchema } from 'graphql'
import { pathSegments, findVariableUses, type NodePath } from './input-paths.js'

/**
 * Adds `extensions.field` to validation errors about an input: the path of the invalid value, the unknown key, or the
 * missing key. Other errors stay unchanged.
 */
export function addInputFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  errors: readonly GraphQLError[],
): readonly GraphQLError[] {
  const keysOf = keysOfNodes(document, new Set(errors.flatMap(({ nodes = [] }) => nodes)))
  const uses = findVariableUses(schema, document)

  function pathOf(node: ASTNode): string {
    const keys = keysOf.get(node) ?? []
    const path = pathSegments(document, keys).join('')
    const [, definitionIndex, list, variableIndex, part] = keys
    if (list !== 'variableDefinitions' || part !== 'defaultValue') return path
    // The default value of a variable has the path of the argument in which the variable is used.
    const definition = document.definitions[Number(definitionIndex)]
    const variable =
      definition?.kind === Kind.OPERATION_DEFINITION
        ? definition.variableDefinitions?.[Number(variableIndex)]?.variable.name.value
        : undefined
    const use = uses.get(variable ?? '')
    return use ? use.path + path : ''
  }

  return errors.map(error => {
    const { message, nodes = [] } = error
    const path = nodes.map(pathOf).find(path => path !== '') ?? ''
    const key = missingKey(message)
    const field = key === undefined ? path : path === '' ? key : `${path}.${key}`
    return field === '' ? error : new GraphQLError(message, { nodes, extensions: { field } })
  })
}

/** The name of a missing argument or input field, which only the message of the error contains. */
const missingKey = (message: string): string | undefined =>
  /^Field "\w+\.(\w+)" of required type "[^"]+" was not provided/.exec(message)?.[1] ??
  /^(?:Field|Directive) "[^"]+" argument "(\w+)" of type "[^"]+" is required/.exec(message)?.[1]

function keysOfNodes(document: DocumentNode, nodes: ReadonlySet<ASTNode>): Map<ASTNode, NodePath> {
  const found = new Map<ASTNode, NodePath>()
  visit(document, {
    enter(node, _key, _parent, keys) {
      if (nodes.has(node)) found.set(node, [...keys])
    },
  })
  return found
}
