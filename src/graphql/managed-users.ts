import { isObjectType, type GraphQLSchema } from 'graphql'
import { forbidden } from '../errors.js'

/** The fields of User with a resolver that administrators can read. */
const publicFields = new Set(['name'])

/**
 * Rejects administrators who select personal data of a user that they manage, such as photos and workouts. Applies to all
 * fields of User with a resolver, so that new fields are protected too. Other personal fields are removed from the object
 * itself.
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
