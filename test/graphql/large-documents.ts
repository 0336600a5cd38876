const leaves =
  'id email username name role verified firstName lastName country city bio workoutsCompleted improvements { __typename }'
const ofProfile = 'age goal weight gender height weightUnit heightUnit frequency muscleFocus experience'
const ofExercise = 'id name slug aliases category level equipment force mechanic'
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

/** Documents of the maximum size and of the maximum size that is compiled, different for each number. */
export const largeDocuments: Record<string, (number: number) => string> = {
  'many fields': number =>
    `query Q${number} { ${times(19, at => `a${at}: me { ${leaves.replace(/improvements.*/, '')} profile { ${ofProfile} } }`).join(' ')} }`,
  'many arguments': number =>
    `query Q${number} { ${times(18, at => `a${at}: exercises(first: 1, after: null, search: "x${number}") { edges { node { ${ofExercise} } } pageInfo { endCursor } }`).join(' ')} }`,
  'the largest to be compiled': number =>
    `query Q${number} { ${times(10, at => `a${at}: exercises(first: 1, search: "x${number}") { edges { node { ${ofExercise} } } pageInfo { endCursor startCursor } }`).join(' ')} }`,
  'a long text': number => `{ exercise(id: "${String(number).padEnd(60_000, 'x')}") { id } }`,
  'a long text in Thai': number => `{ exercise(id: "${String(number).padEnd(60_000, 'ก')}") { id } }`,
  'an ordinary screen': number =>
    `query Q${number} { me { ${leaves.replace(/improvements.*/, '')} profile { ${ofProfile} } profilePhotos { id url } } }`,
  'many mistakes': number =>
    `query Q${number} { me { ${times(300, at => `wrong${at}${number}`).join(' ')} } }`,
  'many operations': number =>
    `${times(90, at => `query Q${at} { ...F }`).join(' ')} fragment F on Query { me { ${leaves.replace(/improvements.*/, '')} profile { ${ofProfile} } } } #${number}`,
}
