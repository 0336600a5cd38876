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
import { isHint } from './hints.js'
import type { RegisteredOperation } from '../../graphql/registered/registered-version.js'
import { usage } from './usage.js'

export interface SchemaChange {
  /** Such as `User.email`, `Query.exercises.first`. */
  path: string
  message: string
  /** Registered operations that depend on what changed. */
  hurts: RegisteredOperation[]
}

export interface Comparison {
  breaking: SchemaChange[]
  /** What old apps take only if they were written for it, such as a new value of an enum. */
  dangerous: SchemaChange[]
  others: number
}

interface Schemas {
  published: GraphQLSchema
  current: GraphQLSchema
}

/** What changed since the last publication. Removing what is deprecated is breaking too: released apps ask for it. */
export async function compare(
  { published, current }: Schemas,
  operations: readonly RegisteredOperation[],
): Promise<Comparison> {
  const changes = await diff(published, current)
  const uses = operations.map(operation => ({ operation, used: usage(published, operation.document) }))
  const ofLevel = (level: CriticalityLevel) =>
    changes
      .filter(
        ({ criticality, path = '' }) => criticality.level === level && !isHint([published, current], path),
      )
      .map(({ path = '', message }: Change): SchemaChange => {
        const touched = touches(current, path)
        const hurt = uses.filter(({ used }) => path === '' || touched.some(part => used.has(part)))
        return { path, message, hurts: hurt.map(({ operation }) => operation) }
      })
  const breaking = ofLevel(CriticalityLevel.Breaking)
  const dangerous = ofLevel(CriticalityLevel.Dangerous)
  return { breaking, dangerous, others: changes.length - breaking.length - dangerous.length }
}

/** What is new concerns everyone who uses what it belongs to, if it must be given or may be answered from now on. */
function touches(current: GraphQLSchema, path: string): string[] {
  const owner = path.slice(0, path.lastIndexOf('.'))
  // A directive says something about what it stands at.
  if (path.includes('.@')) return [owner]
  return concernsOwner(current, path) ? [path, owner] : [path]
}

function concernsOwner(schema: GraphQLSchema, path: string): boolean {
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
