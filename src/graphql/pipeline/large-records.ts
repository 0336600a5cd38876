import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import { fieldCostOf } from './limits/field-cost.js'
import { forEachField } from './selected-fields.js'

/**
 * Returns whether an operation selects records that can be very large, such as workouts and programs: those that
 * contain lists within lists. They are read as a whole, whatever is selected of them.
 */
export function selectsLargeRecords(schema: GraphQLSchema, document: DocumentNode): boolean {
  let isFound = false
  forEachField(schema, document, ({ field }) => {
    isFound ||= reachesLargeRecords(schema, getNamedType(field.type))
  })
  return isFound
}

/** Returns whether a type is a large record, or a page of large records. */
function reachesLargeRecords(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  if (isLarge(schema, type)) return true
  // Lists of nodes are skipped: their large records are only read if they are selected.
  const items = isObjectType(type)
    ? listFields(type)
        .map(itemTypeOf)
        .filter(item => !isNode(item))
    : []
  return items.some(item =>
    Object.values(item.getFields()).some(field => isLarge(schema, getNamedType(field.type))),
  )
}

function isLarge(schema: GraphQLSchema, type: GraphQLNamedType): boolean {
  if (isAbstractType(type)) return schema.getPossibleTypes(type).some(one => isLarge(schema, one))
  if (!isObjectType(type)) return false
  return storedLists(schema, type).some(field => storedLists(schema, itemTypeOf(field)).length > 0)
}

type Field = GraphQLField<unknown, unknown>

const itemTypeOf = (field: Field) => getNamedType(field.type) as GraphQLObjectType

const isNode = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Node')

/** The fields of a type that are lists of objects. */
const listFields = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(
    field => isListType(getNullableType(field.type)) && isObjectType(getNamedType(field.type)),
  )

/** The lists that are stored within their object, which have a cost of nearly 0. */
const storedLists = (schema: GraphQLSchema, type: GraphQLObjectType): Field[] =>
  listFields(type).filter(field => fieldCostOf(schema, field).weight < 1)
