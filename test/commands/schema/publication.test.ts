import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { changesSincePublication } from '../../../src/commands/schema/publication.js'
import { report } from '../../../src/commands/schema/report.js'
import { currentSchema, edited, projectRoot, run, tree, without } from './tree.js'

const operations = {
  ios: {
    '1.0.0': {
      'me.graphql': 'query Me { me { id ...Names } } fragment Names on User { firstName }',
      'login.graphql':
        'mutation SignIn($e: String!, $p: String!) { login(email: $e, password: $p) { token } }',
    },
    '1.1.0': {
      'profile.graphql': `mutation Save($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }
        mutation Train { updateProfile(input: { profile: { goal: custom_goal } }) { user { id } } }`,
      'search.graphql': 'query Search($after: String) { exercises(after: $after) { totalCount } }',
    },
  },
  android: { '3': { 'me.graphql': 'query Person { me { firstName profile { goal } } }' } },
}

const published = edited(currentSchema, /^enum Goal \{/m, 'enum Goal {\n  custom_goal')
const deprecated = edited(
  published,
  /^(type User implements Node & OwnedRecord @tokenScopes\([^)]*\) \{[^}]*\n {2}firstName: String)$/m,
  '$1 @deprecated(reason: "Use name. Removed after 2020-01-31.")',
)
const withNewField = edited(
  published,
  /^type User implements Node & OwnedRecord @tokenScopes\([^)]*\) \{/m,
  'type User implements Node & OwnedRecord @tokenScopes(required: ["profile:read"]) {\n  shoeSize: Int',
)

/** Returns the changes in a folder and their report, which `npm run schema:check` prints. */
async function changesIn(folder: string) {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const changes = (await changesSincePublication())!
    return { ...changes, output: report(changes) }
  } finally {
    process.chdir(before)
  }
}

t.test('keeps the published schema compatible', t => {
  const { status, output } = run(projectRoot, 'check-schema')
  t.equal(status, 0, output)
  t.match(output, /^0 breaking, /m)
  t.end()
})

const breaking = [
  {
    name: 'a removed field',
    current: without(published, 'User.firstName'),
    message: "Breaking: User.firstName: Field 'firstName' was removed from object type 'User'",
    affects: ['  affects android 3: Person\n', '  affects ios 1.0.0: Me\n'],
  },
  {
    name: 'a removed field that was deprecated',
    before: deprecated,
    current: without(published, 'User.firstName'),
    message: "Breaking: User.firstName: Field 'firstName' (deprecated) was removed",
    affects: ['  affects android 3: Person\n', '  affects ios 1.0.0: Me\n'],
  },
  {
    name: 'a removed value of an enum',
    current: currentSchema,
    message: 'Breaking: Goal.custom_goal: ',
    affects: ['  affects android 3: Person\n', '  affects ios 1.1.0: Save, Train\n'],
  },
  {
    name: 'a removed value of an enum that is only sent as a variable or returned',
    current: without(published, 'Goal.lose_weight'),
    message: 'Breaking: Goal.lose_weight: ',
    affects: ['  affects android 3: Person\n', '  affects ios 1.1.0: Save\n'],
  },
  {
    name: 'a new required field of an input',
    current: edited(
      published,
      /^input UpdateProfileInput \{/m,
      'input UpdateProfileInput {\n  reason: String!',
    ),
    message: 'Breaking: UpdateProfileInput.reason: ',
    affects: ['  affects ios 1.1.0: Save, Train\n'],
  },
  {
    name: 'an input that became @oneOf',
    current: edited(published, /^input UpdateProfileInput \{/m, 'input UpdateProfileInput @oneOf {'),
    message: 'Breaking: UpdateProfileInput.@oneOf: ',
    affects: ['  affects ios 1.1.0: Save, Train\n'],
  },
  {
    name: 'an argument that became required',
    current: edited(published, /^ {4}search: String\b/m, '    search: String!'),
    message: 'Breaking: Query.exercises.search: ',
    affects: ['  affects ios 1.1.0: Search\n'],
  },
  {
    name: 'a removed argument',
    current: without(published, 'Query.exercises.search'),
    message: 'Breaking: Query.exercises.search: ',
    affects: ['  affects no registered operation\n'],
  },
  {
    name: 'a result that became nullable',
    current: edited(published, /^(type LoginResult \{[^}]*^ {2}token: String)!$/m, '$1'),
    message: 'Breaking: LoginResult.token: ',
    affects: ['  affects ios 1.0.0: SignIn\n'],
  },
]

for (const { name, before, current, message, affects } of breaking)
  t.test(`reports ${name} as breaking, with the affected operations`, async t => {
    const folder = tree(t, { published: before ?? published, current, operations })
    const { output } = await changesIn(folder)
    t.ok(output.includes(message), output)
    t.same(output.match(/^ {2}affects .*\n/gm), affects)
    t.match(output, /^1 breaking, 0 dangerous, 0 other changes since the publication\.$/m)
  })

t.test('fails for a breaking change', t => {
  const { status, output } = run(tree(t, { published, current: currentSchema, operations }), 'check-schema')
  t.equal(status, 1)
  t.match(output, /^1 breaking, /m)
  t.end()
})

t.test('accepts an added field', async t => {
  const { output } = await changesIn(tree(t, { published, current: withNewField, operations }))
  t.equal(output, '0 breaking, 0 dangerous, 1 other changes since the publication.')
})

t.test('reports an added enum value as dangerous', t => {
  const current = edited(published, /^enum Goal \{/m, 'enum Goal {\n  dance')
  const { status, output } = run(tree(t, { published, current, operations }), 'check-schema')
  t.equal(status, 0, output)
  t.match(output, /^Dangerous: Goal\.dance: /m)
  t.match(output, /^ {2}affects android 3: Person$/m)
  t.match(output, /^0 breaking, 1 dangerous, 0 other/m)
  t.end()
})

t.test('accepts changes of server directives', async t => {
  const hinted = edited(
    `directive @hint(of: Int) on FIELD_DEFINITION\n${published}`,
    /^(type User implements Node & OwnedRecord @tokenScopes\([^)]*\) \{[^}]*\n {2}firstName: String)$/m,
    '$1 @hint(of: 1)',
  )
  const changed = edited(hinted, /@hint\(of: 1\)/, '@hint(of: 2)')
  const steps: [string, string][] = [
    [published, hinted],
    [hinted, changed],
    [changed, published],
  ]
  for (const [before, current] of steps) {
    const { output } = await changesIn(tree(t, { published: before, current, operations }))
    t.match(output, /^0 breaking, 0 dangerous, [1-9]/)
  }
})

t.test('fails without a published schema', t => {
  const { status, output } = run(tree(t, {}), 'check-schema')
  t.equal(status, 1)
  t.equal(output, 'schema/published/schema.graphql is missing. Create it with: npm run schema:publish\n')
  t.end()
})

t.test('publishes a compatible schema byte by byte', t => {
  for (const before of [published, undefined]) {
    const folder = tree(t, {
      current: withNewField,
      operations,
      ...(before === undefined ? {} : { published: before }),
    })
    const { status, output } = run(folder, 'publish-schema')
    t.equal(status, 0, output)
    t.equal(readFileSync(join(folder, 'schema/published/schema.graphql'), 'utf8'), withNewField)
    t.equal(
      run(folder, 'check-schema').output,
      '0 breaking, 0 dangerous, 0 other changes since the publication.\n',
    )
  }
  t.end()
})

t.test('requires a flag to publish a breaking change', t => {
  const folder = tree(t, { published, current: currentSchema, operations })
  const read = () => readFileSync(join(folder, 'schema/published/schema.graphql'), 'utf8')

  const refused = run(folder, 'publish-schema')
  t.equal(refused.status, 1)
  t.match(refused.output, 'Breaking: Goal.custom_goal: ')
  t.match(refused.output, 'Nothing was published.')
  t.equal(read(), published)

  const forced = run(folder, 'publish-schema', '--breaking')
  t.equal(forced.status, 0)
  t.match(forced.output, 'Breaking: Goal.custom_goal: ')
  t.equal(read(), currentSchema)

  t.not(run(folder, 'publish-schema', '--braking').status, 0)
  t.end()
})
