import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  type GraphQLEnumType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import t from 'tap'
import { schema } from '../features/schema-operations.js'

/**
 * Returns the fields that a query cannot select on two types that implement the interface. Validation rejects fields
 * with the same name but different types or nullability; of different objects, it compares the fields.
 */
function conflictingFields(schema: GraphQLSchema, shared: GraphQLInterfaceType): string[] {
  const objects = schema.getPossibleTypes(shared)
  const names = new Set(objects.flatMap(one => objects.flatMap(other => conflictsBetween(one, other))))
  return [...names].map(name => `${shared.name}: ${name}`)
}

/** Returns the paths of the conflicting fields of two objects. */
function conflictsBetween(one: GraphQLObjectType, other: GraphQLObjectType): string[] {
  if (one === other) return []
  const fields = other.getFields()
  return Object.values(one.getFields()).flatMap(({ name, type }) => {
    const otherType = fields[name]?.type
    if (!otherType || String(type) === String(otherType)) return []
    const [left, right] = [getNamedType(type), getNamedType(otherType)]
    const haveSameShape = String(type).replace(left.name, '') === String(otherType).replace(right.name, '')
    if (!haveSameShape || !isObjectType(left) || !isObjectType(right)) return [name]
    return conflictsBetween(left, right).map(path => `${name}.${path}`)
  })
}

const allConflicts = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter(isInterfaceType)
    .flatMap(type => conflictingFields(schema, type))

// The unit of a personal record can be one of weight, time or distance, others are units of weight. An exercise of a
// workout always exists, a planned one can be deleted. A goal may have no exercise, and may not be achieved. A personal
// access token always expires, a share link need not; it may never have been used, a session always was.
const knownConflicts = [
  'Node: unit',
  'Node: lastUsedAt',
  'Node: expiresAt',
  'Node: achievedAt',
  'Node: exercise',
  'Node: exercises.exercise',
  'OwnedRecord: exercises.exercise',
]

t.test('allows selecting every field of all types that share an interface', t => {
  t.same(allConflicts(schema), knownConflicts)
  const broken = buildSchema(`
    interface Node { id: ID! }
    type Workout implements Node { id: ID! title: String length: Int level: Level sets: [Set!]! }
    type Program implements Node { id: ID! title: String! length: Int level: [Level] sets: [Plan!]! }
    type Set { id: ID! reps: Int load: Int }
    type Plan { id: ID! reps: Int load: Float }
    enum Level { BEGINNER }
    type Query { node: Node }`)
  t.same(allConflicts(broken), ['Node: title', 'Node: level', 'Node: sets.load'], 'the check finds conflicts')
  t.end()
})

t.test('gives every mutation except login and sync one required input', t => {
  const { login, sync, ...mutations } = schema.getMutationType()?.getFields() ?? {}
  t.ok(login && sync)
  const args = Object.values(mutations).flatMap(({ name, args }) =>
    args.map(argument => `${name}(${argument.name}: ${String(argument.type)})`),
  )
  t.ok(args.length > 30)
  t.same(
    args.filter(text => !/^\w+\(input: \w+Input!\)$/.test(text)),
    [],
  )
  t.end()
})

t.test('makes expectedVersion optional in every input', t => {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType)
  const versions = inputs.flatMap(input => input.getFields()['expectedVersion'] ?? [])
  t.ok(versions.length > 10)
  for (const { type } of versions) t.equal(String(type), 'Int')
  t.end()
})

const fields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap(type => Object.values(type.getFields()).map(field => ({ ...field, owner: type.name })))

t.test('has a totalCount only in the connection of exercises', t => {
  const counts = fields.filter(({ name }) => name === 'totalCount')
  t.ok(counts.length > 4)
  for (const { owner, type } of counts)
    t.equal(String(type), owner === 'ExerciseConnection' ? 'Int!' : 'Int', owner)
  t.end()
})

t.test('defaults every weight unit to kilograms', t => {
  const units = fields.flatMap(({ args }) =>
    args.filter(({ type }) => getNamedType(type).name === 'WeightUnit'),
  )
  t.ok(units.length > 1)
  for (const { name, type, defaultValue } of units)
    t.same([name, String(type), defaultValue], ['unit', 'WeightUnit!', 'KG'])
  t.end()
})

t.test('keeps the enum values of the profile', t => {
  const values = {
    Role: 'USER ADMIN',
    Gender: 'MALE FEMALE OTHER PREFER_NOT_TO_SAY',
    Goal: 'lose_weight build_muscle increase_strength improve_endurance general_fitness maintain_weight',
    HeightUnit: 'CM IN FT',
    WeightUnit: 'KG LB',
    WorkoutSplit: 'full_body upper_lower push_pull_legs bro_split arnold_split custom',
    Experience: 'beginner intermediate advanced',
    OnboardingStatus: 'NOT_STARTED IN_PROGRESS COMPLETED SKIPPED',
  }
  for (const [name, expected] of Object.entries(values)) {
    const type = schema.getType(name) as GraphQLEnumType
    t.same(
      type
        .getValues()
        .map(({ name }) => name)
        .sort(),
      expected.split(' ').sort(),
      name,
    )
  }
  t.end()
})

t.test('says what a missing field of an input means', t => {
  const explains = ({ description }: { description?: string | null }) =>
    /left out|null|missing|exactly one|required/i.test(description ?? '')
  const unclear = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .filter(input => !explains(input))
    .flatMap(input =>
      Object.values(input.getFields())
        .filter(({ type, defaultValue }) => !isNonNullType(type) && defaultValue === undefined)
        .filter(field => !explains(field))
        .map(({ name }) => `${input.name}.${name}`),
    )
  t.strictSame(unclear, [])
  t.end()
})
