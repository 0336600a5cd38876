import { createHash } from 'node:crypto'
import { makeExecutableSchema } from '@graphql-tools/schema'
import {
  getNullableType,
  isAbstractType,
  isEnumType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { notFound } from '../../../src/errors.js'
import { DateTime } from '../../../src/graphql/scalars.js'
import { randomFrom } from './random-operations.js'

/** The results of fields depend only on their object, name and arguments. */
interface Source {
  __typename: string
  key: string
}

/** A schema whose fields return random values, immediately or later, including nulls, errors and wrong types. */
export function schemaOfRandomData(typeDefs: string): GraphQLSchema {
  const schema = makeExecutableSchema({ typeDefs, resolvers: { DateTime } })

  function valueOf(type: GraphQLOutputType, key: string): unknown {
    const random = randomFrom(createHash('sha256').update(key).digest().readInt32BE())
    const chance = random()
    if (chance < 0.02) return new Error('a value that is an error')
    if (!isNonNullType(type) && chance < 0.12) return null
    if (isNonNullType(type) && chance < 0.025) return null
    const named = getNullableType(type)
    if (isListType(named))
      return Array.from({ length: Math.floor(random() * 4) }, (_, at) =>
        valueOf(named.ofType, `${key}.${at}`),
      )
    if (isEnumType(named)) return named.getValues()[Math.floor(random() * named.getValues().length)]!.value
    if (isScalarType(named)) {
      if (random() < 0.02) return {}
      if (named.name === 'Boolean') return random() < 0.5
      if (named.name === 'Int') return Math.floor(random() * 100)
      if (named.name === 'Float') return random()
      return named.name === 'DateTime' ? new Date(Math.floor(random() * 1e12)) : `${key.length} \u2028"\\</a>`
    }
    const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [named]
    return { __typename: possible[Math.floor(random() * possible.length)]!.name, key } satisfies Source
  }

  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = value => (value as Source).__typename
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields()))
      field.resolve = (source: Source | undefined, args: object) => {
        const given = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))
        const key = `${source?.key ?? ''}/${field.name}${JSON.stringify(given)}`
        const chance = randomFrom(key.length * 7919 + key.charCodeAt(key.length - 3))()
        if (chance < 0.03) throw notFound(field.name)
        const value = valueOf(field.type, key)
        return chance < 0.4 ? Promise.resolve(value) : value
      }
  }
  return schema
}
