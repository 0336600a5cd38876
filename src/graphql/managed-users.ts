import { isObjectType, type GraphQLSchema } from 'graphql'
import { forbidden } from '../errors.js'

/** What is looked up for a field of User and is not personal. */
const publicFields = new Set(['name'])

/**
 * Refuses administrators what is looked up for a user whom they only manage, such as photos and workouts: a field that
 * is added tomorrow, too. What stands in the user itself is left out of it before.
 */
export function restrictManagedUsers(schema: GraphQLSchema): void {
  const user = schema.getType('User')
  if (!isObjectType(user)) throw new Error('the schema has no User')
  for (const field of Object.values(user.getFields())) {
    const { resolve } = field
    if (!resolve || publicFields.has(field.name)) continue
    field.resolve = (source: { isManaged?: boolean }, ...rest) => {
      if (source.isManaged) throw forbidden('Only the owner of the account can read this field.')
      return resolve(source, ...rest)
    }
  }
}
