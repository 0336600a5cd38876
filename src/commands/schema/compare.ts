import { CriticalityLevel, diff, type Change } from '@graphql-inspector/core'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLSchema,
  DirectiveLocation,
  isSpecifiedDirective,
} from 'graphql'
import type { RegisteredOperation } from '../../graphql/registered/registered-version.js'
import { findUsedParts } from './used-parts.js'

export interface SchemaChange {
  /** The schema coordinate, such as `User.email` or `Query.exercises.first`. */
  path: string
  message: string
  /** The registered operations that depend on the changed part. */
  affected: RegisteredOperation[]
}

export interface Comparison {
  breaking: SchemaChange[]
  /** Changes that old apps may not handle, such as a new value of an enum. */
  dangerous: SchemaChange[]
  others: number
}

interface Schemas {
  published: GraphQLSchema
  current: GraphQLSchema
}

/** Lists the changes since the last publication. Removing deprecated fields is breaking too, because released apps use them. */
export async function compare(
  { published, current }: Schemas,
  operations: readonly RegisteredOperation[],
): Promise<Comparison> {
  const changes = await diff(published, current)
  const uses = operations.map(operation => ({
    operation,
    used: findUsedParts(published, operation.document),
  }))
  const changesOfLevel = (level: CriticalityLevel) =>
    changes
      .filter(
        ({ criticality, path = '' }) =>
          criticality.level === level && !isServerDirective([published, current], path),
      )
      .map(({ path = '', message }: Change): SchemaChange => {
        const affectedPaths = findAffectedPaths(current, path)
        const affected = uses.filter(({ used }) => path === '' || affectedPaths.some(part => used.has(part)))
        return { path, message, affected: affected.map(({ operation }) => operation) }
      })
  const breaking = changesOfLevel(CriticalityLevel.Breaking)
  const dangerous = changesOfLevel(CriticalityLevel.Dangerous)
  return { breaking, dangerous, others: changes.length - breaking.length - dangerous.length }
}

/**
 * Returns the parts of the schema that a change affects. A new required argument or input field, or a new enum value,
 * affects all users of its owner.
 */
function findAffectedPaths(current: GraphQLSchema, path: string): string[] {
  const owner = path.slice(0, path.lastIndexOf('.'))
  // A directive affects the part to which it is applied.
  if (path.includes('.@')) return [owner]
  return affectsOwner(current, path) ? [path, owner] : [path]
}

function affectsOwner(schema: GraphQLSchema, path: string): boolean {
  const [typeName = '', fieldName = '', argumentName] = path.split('.')
  const type = schema.getType(typeName)
  if (isEnumType(type)) return true
  if (isInputObjectType(type)) {
    const field = type.getFields()[fieldName]
    return field !== undefined && isRequiredInputField(field)
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return false
  const argument = type.getFields()[fieldName]?.args.find(({ name }) => name === argumentName)
  return argument !== undefined && isRequiredArgument(argument)
}

const clientLocations = new Set<DirectiveLocation>([
  DirectiveLocation.QUERY,
  DirectiveLocation.MUTATION,
  DirectiveLocation.SUBSCRIPTION,
  DirectiveLocation.FIELD,
  DirectiveLocation.FRAGMENT_DEFINITION,
  DirectiveLocation.FRAGMENT_SPREAD,
  DirectiveLocation.INLINE_FRAGMENT,
  DirectiveLocation.VARIABLE_DEFINITION,
])

/**
 * Returns whether the path leads to a directive that clients cannot use in documents, such as `Query.me.@cost`. Such
 * directives are only read by servers and caches, so changes are not breaking. Directives of GraphQL itself, such as
 * `@oneOf`, are excluded.
 */
function isServerDirective(schemas: readonly GraphQLSchema[], path: string): boolean {
  const name = /@(\w+)/.exec(path)?.[1]
  if (name === undefined) return false
  const definitions = schemas.map(schema => schema.getDirective(name)).filter(directive => directive != null)
  return definitions.every(
    directive =>
      !isSpecifiedDirective(directive) &&
      !directive.locations.some(location => clientLocations.has(location)),
  )
}
