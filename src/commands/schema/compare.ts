import { CriticalityLevel, diff, type Change } from '@graphql-inspector/core'
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLSchema,
} from 'graphql'
import { isServerDirective } from './server-directives.js'
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
