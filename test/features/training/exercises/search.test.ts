import fc from 'fast-check'
import { searchIndex } from '../../../../src/features/training/exercises/search/search-index.js'
import type { Matches } from '../../../../src/features/training/exercises/search/ranking.js'
import { wordIndex } from '../../../../src/features/training/exercises/search/word-index.js'
import { starterCatalogue } from './starter-catalogue.js'
import t from 'tap'
import { post } from '../../../graphql/requests.js'
import { queryGraphQL, errorCodeOf, type GraphQLResponse } from '../../../helper.js'
import { catalogueOf, listExercises, namesOf, pageOf } from './documents.js'

const user = { client: 'client', isClientWaiting: () => true }
// No test changes the catalogue.
const app = await catalogueOf(t)

t.test('ranks the best match first', async t => {
  const best = {
    'Barbell Bench Press': 'Barbell Bench Press',
    'bench press': 'Barbell Bench Press',
    'press bench barbell': 'Barbell Bench Press',
    'Push-Up': 'Push-Up',
    plank: 'Plank',
    RDL: 'Barbell Romanian Deadlift',
    ohp: 'Barbell Overhead Press',
    deadlift: 'Barbell Deadlift',
  }
  for (const [search, name] of Object.entries(best))
    t.equal(namesOf(await pageOf(app, { search }))[0], name, search)
})

t.test('finds every exercise first by its own name', async t => {
  const { edges } = await pageOf(app, { first: 100 })
  for (const { node } of edges)
    t.equal(namesOf(await pageOf(app, { search: node.name, first: 1 }))[0], node.name)
})

t.test('corrects typing errors', async t => {
  const meant = {
    'benhc press': 'Barbell Bench Press',
    sqaut: 'Barbell Back Squat',
    sqauts: 'Barbell Back Squat',
    dedlift: 'Barbell Deadlift',
    deadlfit: 'Barbell Deadlift',
    kettelbell: 'Kettlebell Swing',
    dumbel: 'Dumbbell Row',
    'overhed press': 'Barbell Overhead Press',
    treadmil: 'Treadmill Running',
    plnak: 'Plank',
  }
  for (const [search, name] of Object.entries(meant))
    t.ok(namesOf(await pageOf(app, { search, first: 15 })).includes(name), search)
})

t.test('finds words by their prefix', async t => {
  for (const search of ['dumb', 'dum', 'du']) {
    const names = namesOf(await pageOf(app, { search, first: 5 }))
    t.equal(names.length, 5)
    t.ok(
      names.every(name => name.startsWith('Dumbbell')),
      names.join(),
    )
  }
  t.ok(namesOf(await pageOf(app, { search: 'ben pre' })).includes('Barbell Bench Press'))
})

t.test('finds words written together, separately or in the plural', async t => {
  const first = async (search: string) => namesOf(await pageOf(app, { search, first: 1 }))[0]
  for (const search of ['push up', 'pushup', 'push ups', 'pushups', 'PUSH-UPS'])
    t.equal(await first(search), 'Push-Up', search)
  t.equal(await first('dead lift'), 'Barbell Deadlift')
  t.match(await first('latpulldown'), 'Lat Pulldown')
})

t.test('ignores case, accents, widths and white space', async t => {
  const expected = await pageOf(app, { search: 'bench press' })
  for (const search of [
    'BENCH PRESS',
    'bénch prëss',
    '  bench \t\n press ',
    'ｂｅｎｃｈ　ｐｒｅｓｓ',
    'bench-press',
    'bench press 🏋️',
  ])
    t.same(await pageOf(app, { search }), expected, search)
})

t.test('finds exercises by muscle, equipment and category', async t => {
  for (const search of ['hamstrings', 'kettlebells', 'cardio', 'olympic weightlifting'])
    t.ok((await pageOf(app, { search })).totalCount > 0, search)
  const both = namesOf(await pageOf(app, { search: 'chest dumbbell' }))
  t.ok(both.includes('Dumbbell Bench Press'))
})

t.test('finds exercises that match some words if none matches all', async t => {
  t.equal(namesOf(await pageOf(app, { search: 'how to bench press' }))[0], 'Barbell Bench Press')
  t.equal(namesOf(await pageOf(app, { search: 'bench xyzzy' }))[0], 'Barbell Bench Press')
})

t.test('returns no matches for an unknown word', async t => {
  for (const search of ['xyzzy', 'жим', '🏋️', '.*', '(((', '\\', '"', '%', '?!']) {
    const { totalCount, edges, pageInfo } = await pageOf(app, { search })
    t.same([totalCount, edges, pageInfo.hasNextPage], [0, [], false], search)
  }
})

t.test('lists all exercises for a search without words', async t => {
  const all = await pageOf(app)
  for (const search of ['', '   ', '\t\n', null]) t.same(await pageOf(app, { search }), all)
})

t.test('rejects a search of more than 100 characters or with control characters', async t => {
  t.notOk((await listExercises(app, { search: 'x'.repeat(100) })).errors)
  t.notOk((await listExercises(app, { search: '🏋'.repeat(100) })).errors)
  t.notOk((await listExercises(app, { search: 'a b '.repeat(25) })).errors)
  t.equal(errorCodeOf(await listExercises(app, { search: 'x'.repeat(101) })), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await listExercises(app, { search: 'a\u0000b' })), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await listExercises(app, { search: '\ud800' })), 'BAD_USER_INPUT')
})

t.test('charges the cost of a search regardless of the selected fields', async t => {
  const cost = async (query: string) => {
    const response = await post(app, { body: { query, extensions: { cost: true } } })
    return response.json<{ extensions: { cost: { spent: number } } }>().extensions.cost.spent
  }
  t.equal(await cost('{ exercises(first: 0) { totalCount } }'), 1)
  t.equal(await cost('{ exercises(first: 0, search: "press") { totalCount } }'), 26)

  const twenty = Array.from({ length: 20 }, (_, at) => `a${at}: exercises(search: "${at}") { totalCount }`)
  const batch = Array.from({ length: 10 }, () => ({ query: `{ ${twenty.join(' ')} }` }))
  const responses = (await post(app, { body: batch })).json<GraphQLResponse[]>()
  t.strictSame(
    responses.map(answer => answer.errors?.[0]?.extensions['code'] ?? 'answered'),
    ['answered', ...Array<string>(9).fill('QUERY_TOO_COMPLEX')],
    'operations of a batch share the limit',
  )
})

t.test('serves other requests between the searches of a request', async t => {
  const twenty = Array.from({ length: 20 }, (_, at) => `a${at}: exercises(search: "${at} s") { totalCount }`)
  const done: string[] = []
  const searches = post(app, { body: { query: `{ ${twenty.join(' ')} }` } }).then(() => done.push('searches'))
  await queryGraphQL(app, '{ exercises(first: 1) { totalCount } }')
  done.push('list')
  await searches
  t.strictSame(done, ['list', 'searches'])
})

t.test('runs a search of a client before the other queued searches of another client', async t => {
  const done: string[] = []
  const searches = async (from: string, count: number, remoteAddress: string) => {
    const fields = Array.from(
      { length: count },
      (_, at) => `a${at}: exercises(search: "${from} ${at} press") { totalCount }`,
    )
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      remoteAddress,
      payload: { query: `{ ${fields.join(' ')} }` },
    })
    t.equal(response.statusCode, 200)
    done.push(from)
  }
  const competing = Array.from({ length: 5 }, (_, at) => searches(`crowd ${at}`, 20, '192.0.2.1'))
  await searches('stranger', 1, '192.0.2.2')
  await Promise.all(competing)
  t.equal(done.length, 6)
  t.not(done.at(-1), 'stranger')
  t.ok(done.indexOf('stranger') < 2, done.join())
})

t.test('does not run a search whose client has disconnected', async t => {
  const index = await searchIndex(starterCatalogue.map(entry => ({ ...entry, source: 'starter' as const })))
  let isThere = true
  const leaving = { client: 'leaving', isClientWaiting: () => isThere }
  const searches = ['press', 'curl', 'row'].map(text => index.find(text, leaving))
  const other = index.find('squat', user)
  isThere = false
  for (const search of searches) await t.rejects(search, { code: 'SERVICE_UNAVAILABLE' })
  t.ok((await other).positions.length > 0)
  t.equal(index.cachedSearches(), 1)
})

t.test('limits characters that decompose into many', async t => {
  for (const search of ['ﷺ'.repeat(100), 'ﷺ '.repeat(50), '㍿'.repeat(100), 'a\u0301\u0302'.repeat(33)])
    t.notOk((await listExercises(app, { search })).errors)
  const found = async (search: string) => namesOf(await pageOf(app, { search }))
  t.same(await found(`${'ﷺ '.repeat(7)} plank`), await found('plank'))
  t.same(
    await pageOf(app, { search: 'plank b c d e f g h bench press' }),
    await pageOf(app, { search: 'plank b c d e f g h' }),
    'the first eight words count',
  )
})

t.test('returns every match once on the pages of a search in both directions', async t => {
  const whole = await pageOf(app, { search: 'press', first: 100 })
  t.equal(whole.edges.length, whole.totalCount)
  const [forward, backward]: [string[], string[]] = [[], []]
  let page = await pageOf(app, { search: 'press', first: 7 })
  for (;;) {
    forward.push(...namesOf(page))
    if (!page.pageInfo.hasNextPage) break
    page = await pageOf(app, { search: 'press', first: 7, after: page.pageInfo.endCursor })
  }
  page = await pageOf(app, { search: 'press', last: 7 })
  for (;;) {
    backward.unshift(...namesOf(page))
    if (!page.pageInfo.hasPreviousPage) break
    page = await pageOf(app, { search: 'press', last: 7, before: page.pageInfo.startCursor })
  }
  t.same(forward, namesOf(whole))
  t.same(backward, namesOf(whole))
})

t.test('accepts or rejects any text without failing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async search => {
      const answer = await listExercises(app, { search })
      return answer.errors ? errorCodeOf(answer) === 'BAD_USER_INPUT' : answer.data !== undefined
    }),
  )
})

t.test('has integer scores, so that cursors are valid on every instance', async t => {
  const given = { source: 'starter' as const, updatedAt: new Date() }
  const { find: search } = await searchIndex(
    starterCatalogue.map((entry, at) => ({ ...entry, ...given, id: String(at) })),
  )
  for (const words of ['press', 'bnech press', 'leg', 'curl dumbbell']) {
    const scores = [...(await search(words, user)).scores]
    t.ok(scores.length > 3 && scores.every(Number.isInteger), words)
  }
})

t.test('ranks custom exercises as if they were part of the catalogue', async t => {
  const all = starterCatalogue
    .map((entry, at) => ({ ...entry, source: 'starter' as const, id: String(at) }))
    .sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
  const [catalogue, own] = [all.filter((_, at) => at % 9 > 0), all.filter((_, at) => at % 9 === 0)]
  const { find: search } = await searchIndex(catalogue)
  const beside = await wordIndex(own)
  const { find: searchAll } = await searchIndex(all)
  const rows = (exercises: typeof all, { positions, scores }: Matches) =>
    [...positions].map((position, at) => ({ name: exercises[position]!.name, score: scores[at] }))
  for (const text of [
    'press',
    'bench press',
    'barbell squat',
    'leg curl',
    'legs',
    'no equipment',
    'stretch',
    'zzz press',
  ]) {
    const found = await search(text, user, beside)
    const together = [...rows(catalogue, found), ...rows(own, found.userMatches)]
    t.same(
      new Set(together.map(row => JSON.stringify(row))),
      new Set(rows(all, await searchAll(text, user)).map(row => JSON.stringify(row))),
      text,
    )
  }
})
