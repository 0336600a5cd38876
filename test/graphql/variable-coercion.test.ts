import { strict as assert } from 'node:assert'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import {
  buildSchema,
  execute,
  getVariableValues,
  GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  parse,
  type GraphQLInputType,
  type OperationDefinitionNode,
} from 'graphql'
import t from 'tap'
import {
  documentForCoercedVariables,
  schemaForCoercedVariables,
} from '../../src/graphql/pipeline/coerced-variables.js'
import { variableCoercer } from '../../src/graphql/pipeline/variable-coercion.js'
import { findVariableUses } from '../../src/graphql/pipeline/input-paths.js'
import { DateOnly, DateTime } from '../../src/graphql/scalars.js'

const published = fileURLToPath(new URL('../../../generated/schema.graphql', import.meta.url))
const schema = buildSchema(await readFile(published, 'utf8'))
Object.assign(schema.getType('DateTime') as GraphQLScalarType, DateTime)
Object.assign(schema.getType('Date') as GraphQLScalarType, DateOnly)

const anything = fc.constantFrom<unknown>(
  ...[null, undefined, true, 7, -1.5, 2 ** 40, '', 'x', '7', 'KG', '2026-01-31', '2026-01-31T08:15:30Z'],
  ...[[], [null], [[1]], {}, { value: 1 }, { value: 1, unit: 'KG', other: 1 }, { constructor: 1 }],
)

/** Generates values that mostly have the type. */
function valuesOf(type: GraphQLInputType, depth = 0): fc.Arbitrary<unknown> {
  const fitting = fittingOf(type, depth)
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: anything })
}

function fittingOf(type: GraphQLInputType, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return fittingOf(type.ofType, depth)
  if (isListType(type)) {
    const item = valuesOf(type.ofType, depth)
    return depth > 5 ? fc.constant([]) : fc.oneof(fc.array(item, { maxLength: 2 }), item)
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    const arbitraries = fields.map(field => [field.name, valuesOf(field.type, depth + 1)] as const)
    if (type.isOneOf) return fc.oneof(...arbitraries.map(([name, value]) => fc.record({ [name]: value })))
    const needed = fields.filter(field => isNonNullType(field.type)).map(({ name }) => name)
    const record = fc.record(Object.fromEntries(arbitraries), { requiredKeys: needed as [] })
    return depth > 5 ? fc.constant({}) : record
  }
  const texts = fc.constantFrom('x', '2026-01-31', '2026-01-31T08:15:30.000Z', '2026-02-31T08:15:30.000Z', '')
  if (type.name === 'Int' || type.name === 'Float') return fc.oneof(fc.integer(), fc.double())
  return type.name === 'Boolean' ? fc.boolean() : texts
}

const declaredIn = (query: string) => {
  const document = parse(query)
  const { variableDefinitions = [] } = document.definitions[0] as OperationDefinitionNode
  return { variables: variableDefinitions, variableUses: findVariableUses(schema, document) }
}

t.test('coerces variables like graphql-js, with the same errors', async t => {
  const options = { maxErrors: 20, hideSuggestions: true }
  const coerce = variableCoercer(schema, options)
  const objects = Object.values(schema.getTypeMap()).filter(
    type => isInputObjectType(type) && isInputType(type),
  )
  let fitting = 0
  for (const type of objects as GraphQLInputType[])
    for (const written of [`${String(type)}!`, `[${String(type)}]`]) {
      const declared = declaredIn(`query($value: ${written}) { me { id } }`)
      const variables = fc.record({ value: valuesOf(type) }, { requiredKeys: [] })
      fc.assert(
        fc.property(variables, given => {
          const expected = getVariableValues(schema, declared.variables, given, options)
          const { errors, coerced } = coerce(declared, given)
          if (coerced) fitting++
          assert.deepEqual(coerced, expected.coerced)
          assert.deepEqual(errors?.map(String), expected.errors?.map(String))
        }),
        { numRuns: 20 },
      )
    }
  t.ok(fitting > objects.length * 10, `${fitting} fitted`)
})

t.test('returns fewer errors the more input they would repeat', async t => {
  const coerce = variableCoercer(schema, { maxErrors: 20, hideSuggestions: true })
  const declared = declaredIn('query($value: UpdateProfileInput!) { me { id } }')
  const unknown = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`x${at}`, at]))
  const errorsOf = (value: unknown) => coerce(declared, { value }).errors?.length
  // The last error states that there are more.
  t.equal(errorsOf(unknown(100)), 20 + 1)
  t.equal(errorsOf(unknown(5000)), 4)
  t.equal(errorsOf(unknown(50_000)), 1 + 1)
  t.equal(errorsOf({ bio: unknown(5000), ...unknown(30) }), 4, 'allows one more level in the echoed value')
  t.equal(errorsOf({ profile: { muscleFocus: Array(5000).fill('CHESTS') } }), 20 + 1, 'truncates lists')
})

t.test('truncates invalid values in errors', async t => {
  const coerce = variableCoercer(schema, { maxErrors: 20, hideSuggestions: true })
  const long = 'a'.repeat(900_000)
  for (const [type, value] of [
    ['Int', long],
    ['Boolean', long],
    ['DateTime', `2026-01-31T08:15:30Z${long}`],
    ['Muscle', `CHEST${long}`],
    ['[Int]', [1, [long]]],
    ['UpdateProfileInput', { bio: 'x', [long]: 1 }],
    ['UpdateProfileInput', { profile: { age: long, muscleFocus: [long] } }],
    ['UpdateProfileInput', { profile: { [long]: { [long]: long } } }],
  ] as const) {
    const { errors = [] } = coerce(declaredIn(`query($value: ${type}) { me { id } }`), { value })
    t.match(errors[0]?.message, /^Variable "\$value" got invalid value .*…/, type)
    t.ok(JSON.stringify(errors).length < 3000, type)
  }
})

t.test('accepts long valid values unchanged', async t => {
  const coerce = variableCoercer(schema)
  const value = { bio: 'a'.repeat(10_000) }
  const declared = declaredIn('query($value: UpdateProfileInput!) { me { id } }')
  t.strictSame(coerce(declared, { value }).coerced, { value })
})

t.test('applies the defaults of omitted variables', async t => {
  const coerce = variableCoercer(schema)
  const declared = declaredIn(
    'query($first: Int = 3, $when: DateTime = "2026-01-31T08:15:30.000Z") { me { id } }',
  )
  t.strictSame(coerce(declared, {}).coerced, { first: 3, when: new Date('2026-01-31T08:15:30.000Z') })
  t.strictSame(coerce(declared, { first: null, when: null }).coerced, { first: null, when: null })
})

t.test('coerces variables once, without exposing the internal scalar', async t => {
  const calls: unknown[] = []
  const small = buildSchema(`
    scalar Moment input At { moment: Moment }
    type Query { at(input: At, other: Int = 7): String }
  `)
  Object.assign(small.getType('Moment') as GraphQLScalarType, {
    parseValue: (value: unknown) => (calls.push(value), { moment: value }),
  })
  small.getQueryType()!.getFields().at!.resolve = (_root, given: object) => JSON.stringify(given)
  const document = parse(
    'query($input: At = { moment: "never" }, $other: Int) { at(input: $input, other: $other) }',
  )
  const definitions = (document.definitions[0] as OperationDefinitionNode).variableDefinitions ?? []
  const { coerced } = variableCoercer(small)(
    { variables: definitions, variableUses: new Map() },
    { input: { moment: 'now' } },
  )
  const response = await execute({
    ...{
      schema: schemaForCoercedVariables(small),
      document: documentForCoercedVariables(document),
      variableValues: coerced,
    },
  })
  t.same(response, { data: { at: '{"input":{"moment":{"moment":"now"}},"other":7}' } })
  t.same(calls, ['now'])
  const result = await execute({
    schema: schemaForCoercedVariables(small),
    document: parse('{ __type(name: "Coerced") { name } __schema { types { name } } }'),
  })
  t.notMatch(JSON.stringify(result), 'Coerced')
})
