import graphql from '@graphql-eslint/eslint-plugin'
import parser from '@typescript-eslint/parser'
import { defineConfig } from 'eslint/config'

const code = ['**/*.{ts,js}']

// The contract prescribes lower case for these enums.
const lowerCaseEnums = '/^(Goal|WorkoutSplit|Experience|Locale)$/'

/** What a file of the schema has to keep to. */
const schemaRules = {
  '@graphql-eslint/known-directives': 'error',
  '@graphql-eslint/known-type-names': 'error',
  '@graphql-eslint/naming-convention': [
    'error',
    {
      types: 'PascalCase',
      FieldDefinition: 'camelCase',
      InputValueDefinition: 'camelCase',
      DirectiveDefinition: 'camelCase',
      [`EnumValueDefinition[parent.name.value!=${lowerCaseEnums}]`]: 'UPPER_CASE',
      [`EnumValueDefinition[parent.name.value=${lowerCaseEnums}]`]: 'snake_case',
      'FieldDefinition[parent.name.value=Query]': { forbiddenPrefixes: ['get', 'query'] },
      EnumTypeDefinition: {
        forbiddenSuffixes: ['Enum', 'Type'],
        ignorePattern: '^(Owned|Record|Set|Tracking|Progression)Type$',
      },
      // `SyncOperation` selects one of several operations; filters are not inputs of mutations.
      InputObjectTypeDefinition: { requiredSuffixes: ['Input'], ignorePattern: '^SyncOperation$|Filter$' },
    },
  ],
  '@graphql-eslint/no-hashtag-description': 'error',
  '@graphql-eslint/no-unreachable-types': 'error',
  '@graphql-eslint/relay-arguments': ['error', { includeBoth: true }],
  '@graphql-eslint/relay-connection-types': 'error',
  // Bounded lists are not connections.
  '@graphql-eslint/relay-edge-types': [
    'error',
    { withEdgeSuffix: true, shouldImplementNode: true, listTypeCanWrapOnlyEdgeType: false },
  ],
  '@graphql-eslint/relay-page-info': 'error',
  '@graphql-eslint/require-deprecation-reason': 'error',
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      EnumValueDefinition: true,
      DirectiveDefinition: true,
    },
  ],
  // A root field that cannot be null takes all others of the request down with it.
  '@graphql-eslint/require-nullable-result-in-root': 'error',
  'no-restricted-syntax': [
    'error',
    // Normalized caches identify objects by this field.
    ...[
      'ObjectTypeDefinition:not(:has(> NamedType.interfaces[name.value="Node"]))',
      'InterfaceTypeDefinition[name.value!="Node"]:not(:has(> NamedType.interfaces[name.value="Node"]))',
      ':matches(ObjectTypeExtension, InterfaceTypeExtension)',
    ].map(type => ({
      selector: `${type} > FieldDefinition[name.value="id"]`,
      message:
        'Only types that implement Node have a field `id`: name it after its object, such as `recordId`.',
    })),
    {
      selector:
        ':matches(ObjectTypeDefinition, ObjectTypeExtension)[name.value="Mutation"] > FieldDefinition[name.value!=/^(login|sync)$/] > InputValueDefinition:not([name.value="input"][gqlType.kind="NonNullType"])',
      message: 'A mutation takes one argument, `input: …Input!`.',
    },
    {
      selector: 'InputValueDefinition[name.value="expectedVersion"][gqlType.kind="NonNullType"]',
      message: 'A client may leave out `expectedVersion`: then a command applies to the present version.',
    },
    // The plugin's own rule wants an argument that @deprecated does not have.
    {
      selector:
        'Directive[name.value="deprecated"]:not(:has(StringValue[value=/Removed after \\d{4}-\\d{2}-\\d{2}\\.$/]))',
      message: 'Say until when it stays: @deprecated(reason: "Use x. Removed after 2030-01-31.")',
    },
  ],
}

// General rules are in .oxlintrc.json.
export default defineConfig(
  { ignores: ['dist*/', 'generated/', 'node_modules/', '.tap/', '.data/'] },
  {
    files: ['schema/*.graphql'],
    languageOptions: {
      parser: graphql.parser,
      parserOptions: { graphQLConfig: { schema: 'schema/*.graphql' } },
    },
    plugins: { '@graphql-eslint': graphql },
    rules: schemaRules,
  },
  {
    files: code,
    languageOptions: { parser },
    rules: {
      // Only stores and the database know its identifiers. Who may import whom is in .dependency-cruiser.js.
      'no-restricted-imports': ['error', { paths: [{ name: 'mongodb', allowTypeImports: true }] }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read settings in config.ts only.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="normalize"]',
          message: 'Use normalizeText of lib/normalize.ts, whose time is linear.',
        },
      ],
    },
  },
  {
    // The web app cannot import lib/, and normalizes short names only.
    files: ['src/web/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [
      'src/platform/database/**',
      'src/{features,platform}/**/{store,*-store}.ts',
      'src/features/owned/{bulk-writes,view}.ts',
      'test/**',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },
  { files: ['src/config.ts', 'test/**'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['src/lib/normalize.ts', 'test/**'], rules: { 'no-restricted-syntax': 'off' } },
)
