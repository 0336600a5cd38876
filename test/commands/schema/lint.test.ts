import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import t from 'tap'
import { projectRoot } from './tree.js'

const file = join(projectRoot, 'schema/exercises.graphql')
const sdl = readFileSync(file, 'utf8')
const eslint = new ESLint({ cwd: projectRoot })

async function rulesBrokenBy(text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: file })
  return [...new Set(result!.messages.map(({ ruleId, message }) => ruleId ?? message))]
}

t.test('passes the lint rules of the schema', async t => {
  const results = await eslint.lintFiles(['schema/*.graphql'])
  t.ok(results.length > 1)
  t.same(
    results.flatMap(({ messages }) => messages),
    [],
  )
})

const plugin = (rule: string) => [`@graphql-eslint/${rule}`]
const broken: { what: string; text: string; rules: string[] }[] = [
  {
    what: 'a type without a description',
    text: `${sdl}\nenum Force2 { "Up." UP }`,
    rules: [...plugin('no-unreachable-types'), ...plugin('require-description')],
  },
  {
    what: 'a field without a description',
    text: sdl.replace(
      'type Exercise implements OwnedRecord & Node @tokenScopes(required: []) {',
      'type Exercise implements OwnedRecord & Node @tokenScopes(required: []) {\n  rating: Int',
    ),
    rules: plugin('require-description'),
  },
  {
    what: 'an argument without a description',
    text: sdl.replace('  exercises(', '  exercises(\n    level: Level'),
    rules: plugin('require-description'),
  },
  {
    what: 'a value of an enum without a description',
    text: sdl.replace('enum Force {', 'enum Force {\n  TWIST'),
    rules: plugin('require-description'),
  },
  {
    what: 'a field of an input without a description',
    text: `${sdl}\nextend input UserProfileInput { shoeSize: Int }`,
    rules: plugin('require-description'),
  },
  {
    what: 'a value of an enum in lower case, unless it is prescribed so',
    text: sdl.replace('enum Force {', 'enum Force {\n  "Turned."\n  twist'),
    rules: plugin('naming-convention'),
  },
  {
    what: 'a field with an underscore',
    text: sdl.replace(
      'type Exercise implements OwnedRecord & Node @tokenScopes(required: []) {',
      'type Exercise implements OwnedRecord & Node @tokenScopes(required: []) {\n  "Stars."\n  star_rating: Int',
    ),
    rules: plugin('naming-convention'),
  },
  {
    what: 'a connection whose edges are no list',
    text: sdl.replace('edges: [ExerciseEdge!]!', 'edges: ExerciseEdge!'),
    rules: plugin('relay-connection-types'),
  },
  {
    what: 'a connection without a way backwards',
    text: sdl.replace(/ {4}"Maximum number of items from the end[^]*?before: String\n/, ''),
    rules: plugin('relay-arguments'),
  },
  {
    what: 'a root field that cannot be null',
    text: sdl.replace(/\): Exercise\b/, '): Exercise!'),
    rules: plugin('require-nullable-result-in-root'),
  },
  {
    what: 'a deprecation without a reason',
    text: sdl.replace('  name: String!', '  name: String! @deprecated'),
    rules: [...plugin('require-deprecation-reason'), 'no-restricted-syntax'],
  },
  {
    what: 'a deprecation without a date',
    text: sdl.replace('  name: String!', '  name: String! @deprecated(reason: "Use slug.")'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a field id of a type that does not implement Node',
    text: sdl.replace('type ExerciseEdge {', 'type ExerciseEdge {\n  "Identifier of the item."\n  id: ID!'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a field id of an interface that does not implement Node',
    text: `${sdl}\n"Named."\ninterface Named {\n  "Identifier."\n  id: ID!\n}\nextend type Query {\n  "Named."\n  named: Named\n}`,
    rules: [...plugin('no-unreachable-types'), 'no-restricted-syntax'],
  },
  {
    what: 'a field id in an extension of a type',
    text: `${sdl}\nextend type PageInfo {\n  "Identifier of the page."\n  id: ID!\n}`,
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a mutation with an argument that is not its input',
    text: sdl.replace(
      'input: FavoriteExerciseInput!',
      'input: FavoriteExerciseInput!, "Why." reason: String',
    ),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a mutation whose input may be left out',
    text: sdl.replace('input: FavoriteExerciseInput!', 'input: FavoriteExerciseInput'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'an expected version that may not be left out',
    text: sdl.replace('expectedVersion: Int', 'expectedVersion: Int!'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'nothing: a deprecation with a reason and a date',
    text: sdl.replace(
      '  name: String!',
      '  name: String! @deprecated(reason: "Use slug. Removed after 2030-01-31.")',
    ),
    rules: [],
  },
]

for (const { what, text, rules } of broken)
  t.test(`rejects ${what}`, async t => {
    t.not(text, sdl)
    t.same((await rulesBrokenBy(text)).sort(), rules.sort())
  })
