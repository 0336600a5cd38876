const times = (count: number, piece: string | ((at: number) => string), separator = ' ') =>
  Array.from({ length: count }, (_, at) => (typeof piece === 'string' ? piece : piece(at))).join(separator)

const nested = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels)

/** Each fragment spreads the next one twice. */
export const doubling = (levels: number, type: string, leaf: string) =>
  `${times(levels, at => `fragment f${at} on ${type} { ...f${at + 1} ...f${at + 1} }`)} fragment f${levels} on ${type} { ${leaf} }`

/** Equal fields with the same response name, each pair of which has to be compared. */
const alike = (count: number, field: string) => `{ me { ${times(count, field)} } }`

const fields = ['id', 'email', 'username', 'name', 'role', 'enabled', 'verified', 'createdAt', 'bio', 'city']

/** Documents that are designed to take long or to break the parser or executor. */
export const hostileDocuments: Record<string, string> = {
  'deep fields': nested(10_000, '{ me ', '', '}'),
  'deep fields, few tokens': nested(450, '{ me ', '{ id }', '}'),
  'deep inline fragments': `{ me { ${nested(10_000, '... { ', 'id', ' }')} } }`,
  '10,000 fields': alike(10_000, 'id'),
  '2,000 fields alike': alike(2000, 'id'),
  '10,000 fields at the root': `{ ${times(10_000, '__typename')} }`,
  '10,000 aliases': `{ me { ${times(10_000, at => `a${at}: id`)} } }`,
  '100 aliases of an expensive field': `mutation { ${times(100, at => `a${at}: login(email: "a", password: "b") { token }`)} }`,
  '10,000 directives': `{ me ${times(10_000, '@skip(if: false)')} { id } }`,
  '10,000 directives without a definition': `{ me ${times(10_000, '@a')} { id } }`,
  '10,000 directives on a variable': `query($a: Int ${times(10_000, '@a')}) { exercises(first: $a) { totalCount } }`,
  '10,000 variables': `query(${times(10_000, at => `$a${at}: Int`)}) { me { id } }`,
  '10,000 arguments': `{ exercises(${times(10_000, at => `a${at}: 1`)}) { totalCount } }`,
  '10,000 operations': times(10_000, at => `query q${at} { me { id } }`),
  '10,000 fragments': `{ me { id } } ${times(10_000, at => `fragment f${at} on User { id }`)}`,
  'a fragment that spreads itself': '{ me { ...f } } fragment f on User { ...f }',
  'fragments in a circle': `{ me { ...f0 } } ${times(80, at => `fragment f${at} on User { ...f${(at + 1) % 80} }`)}`,
  'fragments that all spread each other': `{ me { ...f0 } } ${times(18, at => `fragment f${at} on User { ${times(18, other => `...f${other}`)} }`)}`,
  'doubling fragments with aliases': `{ me { ...f0 } } ${doubling(30, 'User', 'a: id')}`,
  'doubling fragments at the root': `{ ...f0 } ${doubling(30, 'Query', 'me { id }')}`,
  'doubling fragments with lists': `{ ...f0 } ${doubling(8, 'Query', 'exercises { edges { node { id } } }')}`,
  'doubling fragments of objects': `{ me { ...f0 } } ${doubling(80, 'User', 'profile { age }')}`,
  'inline fragments in inline fragments': `{ me { ${nested(1500, '... { ', 'id', ' }')} } }`,
  'lists in lists': `{ exercises(search: ${nested(10_000, '[', '1', ']')}) { totalCount } }`,
  'objects in objects': `mutation { updateProfile(input: ${nested(10_000, '{a: ', '1', '}')}) { user { id } } }`,
  'types in types': `query($a: ${nested(10_000, '[', 'Int', ']')}) { me { id } }`,
  'lists in lists, few tokens': `{ exercises(search: ${nested(450, '[', '1', ']')}) { totalCount } }`,
  'objects in objects, few tokens': `mutation { updateProfile(input: ${nested(230, '{a: ', '1', '}')}) { user { id } } }`,
  braces: '{'.repeat(60_000),
  spaces: `{ me { id } ${' '.repeat(100_000)} }`,
  'a long name': `{ ${'a'.repeat(60_000)} }`,
  'a long text': `{ exercises(search: "${'\\u0041'.repeat(20_000)}") { totalCount } }`,
  'a long comment': `{ me { id } } #${'a'.repeat(70_000)}`,
  'a long number': `{ exercises(first: ${'9'.repeat(60_000)}) { totalCount } }`,
  'a text without an end': `{ exercises(search: """${'"'.repeat(60_000)}`,
  'names that are nearly right': `{ me { ${times(400, at => `usernam${at}`)} } }`,
}

/** Documents whose validation takes quadratic time. */
export const quadraticDocuments: Record<string, string> = {
  'fields alike': alike(900, 'id'),
  'objects alike': alike(220, 'profile { age }'),
  'objects alike, twice': `{ ${times(15, `me { ${times(12, 'profile { age }')} }`)} }`,
  'fragments alike': `{ me { ${times(105, at => `...f${at}`)} } } ${times(105, at => `fragment f${at} on User { id }`)}`,
  'objects in fragments alike': `{ me { ${times(75, at => `...f${at}`)} } } ${times(75, at => `fragment f${at} on User { profile { age } }`)}`,
}

/** Expensive documents within the limits, which are executed. */
export const laboriousDocuments: Record<string, string> = {
  'fields alike': alike(88, 'id'),
  'fields alike with arguments': `{ ${times(19, 'exercises(first: 1, search: "a") { totalCount }')} }`,
  'objects alike': alike(62, 'profile { age }'),
  'fragments alike': `{ me { ${times(60, at => `...f${at}`)} } } ${times(60, at => `fragment f${at} on User { id }`)}`,
  'fragments that differ': `{ me { ${times(80, at => `...f${at}`)} } } ${times(80, at => `fragment f${at} on User { ${fields[at % fields.length]} }`)}`,
  'doubling fragments': `{ me { ...f0 } } ${doubling(60, 'User', 'id')}`,
  'doubling objects and fragments': `{ me { profile { ...f0 } profile { ...f0 } } } ${doubling(60, 'UserProfile', 'age')}`,
  'many operations': times(110, at => `query q${at} { me { id } }`),
}
