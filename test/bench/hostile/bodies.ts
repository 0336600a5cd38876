import {
  hostileDocuments,
  laboriousDocuments,
  quadraticDocuments,
} from '../../graphql/limits/hostile-documents.js'
import { untilCompiled } from '../../graphql/requests.js'
import { largeDocuments } from '../../graphql/large-documents.js'
import { KiB } from '../../../src/lib/quantities.js'
import { rareWord } from './catalogue.js'
import type { Body } from './channels.js'

const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ')
const mapValues = <T, R>(values: Record<string, T>, map: (value: T) => R) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Different for each number, so that no cache applies. */
const document =
  (query: string | ((number: number) => string), variables?: (number: number) => object): Body =>
  number => {
    const text = typeof query === 'string' ? `#${number}\n${query}` : query(number)
    const operationName = /query (q0|Q0)\b/.exec(text)?.[1] ?? null
    return JSON.stringify({ query: text, operationName, variables: variables?.(number) ?? {} })
  }

const leaves = `id slug name aliases category force level mechanic equipment primaryMuscles secondaryMuscles trackingType
  isUnilateral instructions updatedAt`
const page = 'totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'
const aliased = (field: string, count: number) => times(count, at => `l${at}: ${field}`)
const searches = (words: (number: number) => string, count = 20): Body =>
  document(
    number =>
      `{ ${times(count, at => `s${at}: exercises(search: ${JSON.stringify(words(number * count + at))}) { totalCount }`)} }`,
  )
const words = (number: number, make: (word: string, at: number) => string) =>
  times(8, at => make(rareWord(number * 8 + at), at))

const searching: Record<string, Body> = {
  'searches for beginnings': searches(number => words(number, word => word.slice(0, 3))),
  'searches for one letter': searches(number => `${words(number, word => word.slice(0, 4))} b`.slice(-36)),
  'searches with typos': searches(number => words(number, word => `${word.slice(0, 3)}x${word.slice(4)}q`)),
  'searches for common words': searches(
    number => `barbell press row squat cable bands step ${rareWord(number)}`,
  ),
  'searches with letters that unfold': searches(number => `${'ﷺ'.repeat(94)}${number % 1e5}`),
  'searches with answers of 100': document(
    number =>
      `{ ${times(4, at => `s${at}: exercises(first: 100, search: "ba ${rareWord(number * 4 + at)}") { ${page} edges { cursor node { ${leaves} } } }`)} }`,
  ),
}

const lists = (count: number, node: string) =>
  document(
    `{ ${times(count, at => `e${at}: exercises(first: 100) { ${page} edges { cursor node { ${node} } } }`)} }`,
  )

const names = (count: number) =>
  `{ ${times(count, at => `n${at}: __schema { types { kind name description fields { name description isDeprecated } inputFields { name description } enumValues { name description isDeprecated } } }`)} }`

const responses: Record<string, Body> = {
  'all fields of 300 exercises': lists(3, leaves),
  'lists of leaves, aliased': lists(1, `${leaves} ${aliased('instructions', 6)}`),
  'short lists of leaves, aliased': lists(1, `${leaves} ${aliased('primaryMuscles', 29)}`),
  'short lists of leaves': lists(3, `${leaves} ${aliased('equipment', 9)}`),
  'leaves, aliased': lists(1, `${leaves} ${aliased('updatedAt', 29)}`),
  'nodes without objects of their own': document(
    `{ ${times(9, at => `e${at}: exercises(first: 100) { edges { ${aliased('cursor', 2)} cursor } }`)} }`,
  ),
  'the whole schema, often': document(
    `{ ${times(20, at => `s${at}: __schema { ...S }`)} } fragment S on __Schema { description directives { name locations args { ...I } } types { kind name description specifiedByURL isOneOf fields(includeDeprecated: true) { name description isDeprecated deprecationReason type { ...T } args(includeDeprecated: true) { ...I } } inputFields { ...I } interfaces { ...T } enumValues { name description } possibleTypes { ...T } } } fragment I on __InputValue { name description defaultValue type { ...T } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`,
  ),
  'the whole schema, as often as allowed': document(
    `{ ${times(3, at => `s${at}: __schema { types { ...F description } }`)} } fragment F on __Type { kind name fields(includeDeprecated: true) { name description type { ...T } args { name description type { ...T } } } inputFields { name description type { ...T } } enumValues { name description } } fragment T on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`,
  ),
  'the names of the schema, often': document(names(20)),
  'the names of the schema, as often as allowed': document(names(7)),
  'the schema, its types in types': document(
    `{ ${times(3, at => `s${at}: __schema { types { fields { name type { name fields { name args { name type { name ofType { name } } } type { name ofType { name ofType { name } } } } } } } }`)} }`,
  ),
  'the schema, types of arguments': document(
    `{ ${times(3, at => `s${at}: __schema { types { name description fields { name args { name type { name enumValues { name description } inputFields { name type { name enumValues { name } } } } } } } }`)} }`,
  ),
  'one type, its types in types': document(
    `{ ${times(20, at => `s${at}: __type(name: "Query") { fields { type { fields { type { name description enumValues { name description } } } } } }`)} }`,
  ),
  'everything of the caller, often': document(
    `{ ${times(19, at => `m${at}: me { id email username name role verified profile { age goal muscleFocus } profilePhotos { id url } improvements { value } }`)} }`,
  ),
  'nothing that is there': document(`{ ${times(20, at => `n${at}: node(id: "${'f'.repeat(24)}") { id }`)} }`),
  'ids that are none': document(
    `{ ${times(20, at => `n${at}: exercise(id: "${'x'.repeat(3000)}") { id }`)} }`,
  ),
  'changes of the caller': document(
    `{ ${times(4, at => `c${at}: changes(first: 100) { cursor changes { recordId record { id version } } }`)} }`,
  ),
  'many writes': document(
    number =>
      `mutation { ${times(20, at => `w${at}: updateProfile(input: { bio: "${number} ${at}" }) { user { id } }`)} }`,
  ),
}

const marks = (count: number) => `a${'\u0315\u0300'.repeat(count / 2)}`
const inEach = (field: string, value: (number: number) => unknown, type = 'String') =>
  document(
    number => `query ($v: ${type}) { ${times(20, at => `a${at}: ${field.replaceAll('#', `${number}`)}`)} }`,
    number => ({ v: value(number) }),
  )
const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
/** Fields with an argument of each type. */
const usesOf = {
  Int: 'exercises(first: $v) { totalCount }',
  String: 'exercises(search: $v) { totalCount }',
  'ID!': 'exercise(id: $v) { id }',
  '[Muscle!]': 'exercises(filter: { muscles: $v }) { totalCount }',
}
const nestedObjects = (depth: number) => '{"":'.repeat(depth) + '1' + '}'.repeat(depth)

/** Values of the size limit of a body. */
const variables: Record<string, Body> = {
  'a long search, often': inEach('exercises(search: $v) { totalCount }', () => 'a'.repeat(250_000)),
  'a long search of spaces': inEach('exercises(search: $v) { totalCount }', () => ' a'.repeat(125_000)),
  'a search of marks': inEach('exercises(search: $v) { totalCount }', () => marks(80_000)),
  'letters that unfold': inEach('exercises(search: $v) { totalCount }', () => 'ﷺ'.repeat(80_000)),
  'a long cursor, often': inEach('exercises(after: $v, before: $v) { totalCount }', () =>
    Buffer.from(nestedLists(90_000)).toString('base64url'),
  ),
  'a long id, often': inEach('node(id: $v) { id }', () => 'f'.repeat(250_000), 'ID!'),
  'a long cursor of changes': inEach('changes(since: $v) { cursor }', () => 'A'.repeat(250_000)),
  'a long text to write': document(
    `mutation ($v: String) { ${times(20, at => `a${at}: updateProfile(input: { bio: $v }) { user { id } }`)} }`,
    () => ({ v: 'a'.repeat(250_000) }),
  ),
  'marks to write': document(
    `mutation ($v: String) { ${times(20, at => `a${at}: updateProfile(input: { bio: $v, city: $v, username: $v }) { user { id } }`)} }`,
    () => ({ v: marks(80_000) }),
  ),
  'a long list': document(
    'mutation ($v: [Muscle!]) { updateProfile(input: { profile: { muscleFocus: $v } }) { user { id } } }',
    () => ({ v: Array(30_000).fill('CHEST') }),
  ),
  'a long list of mistakes': document(
    'mutation ($v: [Muscle!]) { updateProfile(input: { profile: { muscleFocus: $v } }) { user { id } } }',
    () => ({ v: Array(25_000).fill('CHESTS') }),
  ),
  'many fields that are not known': document(
    'mutation ($v: UpdateProfileInput!) { updateProfile(input: $v) { user { id } } }',
    () => ({ v: Object.fromEntries(Array.from({ length: 16_000 }, (_, at) => [`bi${at}`, at])) }),
  ),
  'variables that nobody uses': document('{ __typename }', () =>
    Object.fromEntries(Array.from({ length: 16_000 }, (_, at) => [`v${at}`, at])),
  ),
  'lists in lists': number =>
    `{"query":"query ($v: Int) { __typename } #${number}","variables":{"v":${nestedLists(500_000)}}}`,
  ...Object.fromEntries(
    Object.entries(usesOf).map(([type, use]) => [
      `objects in objects for ${type}`,
      (number: number) =>
        `{"query":"query ($v: ${type}) { ${use} } #${number}","variables":{"v":${nestedObjects(200_000)}}}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(usesOf).map(([type, use]) => [
      `a long text for ${type}`,
      document(`query ($v: ${type}) { ${use} }`, () => ({ v: 'a'.repeat(1_000_000) })),
    ]),
  ),
  'a long name of the operation': number =>
    JSON.stringify({ query: `{ __typename } #${number}`, operationName: 'a'.repeat(1_000_000) }),
  'objects in objects of extensions': number =>
    `{"query":"{ __typename } #${number}","extensions":${nestedObjects(200_000)}}`,
}

/** Invalid or nearly invalid operations of the size limit of a body. */
const malformed: Record<string, Body> = {
  spaces: () => ' '.repeat(255 * KiB),
  brackets: () => '['.repeat(255 * KiB),
  'brackets that are closed': () => nestedLists(127 * KiB),
  'an object in an object': () => `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`,
  'a text without an end': () => `{"query":"${'a'.repeat(254 * KiB)}`,
  escapes: () => `{"query":"${'\\u0041'.repeat(43_000)}"}`,
  'many keys': () => `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`,
  'names of prototypes': () =>
    `{"query":"{ __typename }","variables":{${'"__proto_":{},'.repeat(15_000)}"__proto__":{}}}`,
  'too large a body': () => `{"query":"${'a'.repeat(400 * KiB)}"}`,
}

export interface Hostile {
  group: string
  name: string
  body: Body
  /** How often the same body is sent, one after another. */
  repeated: number
}

export const group = (name: string, bodies: Record<string, Body>, repeated = 1): Hostile[] =>
  Object.entries(bodies).map(([what, body]) => ({ group: name, name: what, body, repeated }))

const laborious = mapValues(laboriousDocuments, query => document(query))
const large = mapValues(largeDocuments, make => document(make))

export const hostileBodies: Hostile[] = [
  ...group('search', searching),
  ...group('answer', responses),
  ...group('variables', variables),
  ...group('malformed', malformed),
  ...group(
    'refused',
    mapValues({ ...hostileDocuments, ...quadraticDocuments }, query => document(query)),
  ),
  ...group('laborious', laborious),
  ...group('large', large),
  // The executor compiles frequent documents, with additional checks.
  ...group('asked often: laborious', laborious, untilCompiled),
  ...group('asked often: large', large, untilCompiled),
]
