import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import { buildWithPrograms, list, newId, publish, save, tryList, type ProgramPage } from './programs.js'

const slugs = ({ edges }: ProgramPage) => edges.map(({ node }) => node.slug)

t.test('searches, filters, sorts and pages programs', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const { exercises } = app.features.services
  const bench = (await exercises.findBySlugs(['barbell-bench-press'])).get('barbell-bench-press')!.id
  const own = {
    id: newId(),
    slug: 'mine',
    title: 'Ärm Day',
    level: 'INTERMEDIATE',
    description: 'Barbell and patience.',
    weeks: [{ days: [{ name: 'A', exercises: [{ id: newId(), exerciseId: bench, sets: [{}] }] }] }],
  }
  await save(app, user, own)

  const all = await list(app, user)
  t.equal(all.totalCount, 15)
  const titles = all.edges.map(({ node }) => node.title)
  t.same(titles.slice(0, 2), ['Ärm Day', 'Body Basics, 2 Days'], 'by title, ignoring diacritics')
  t.same(slugs(await list(app, user, { sort: 'UPDATED', first: 1 })), ['mine'])

  const paged: string[] = []
  for (let after: string | null = null; ;) {
    const page: ProgramPage = await list(app, user, { first: 4, after })
    paged.push(...slugs(page))
    after = page.pageInfo.endCursor
    if (!page.pageInfo.hasNextPage) break
  }
  t.same(paged, slugs(all))
  t.same(slugs(await list(app, user, { last: 1 })), paged.slice(-1))

  const search = async (words: string, rest = {}) => slugs(await list(app, user, { search: words, ...rest }))
  t.equal((await search('arm'))[0], 'mine', 'titles before descriptions, ignoring diacritics')
  t.same((await search('barb'))[0], 'first-barbell-3x5', 'titles first, beginnings too')
  t.ok((await search('barbell')).includes('mine'), 'descriptions, too')
  t.same(await search('barbell nonsense'), [], 'all words are required')
  t.same(await search('MACHINE start', { sort: 'TITLE' }), ['machine-start-2-days', 'machine-start-3-days'])

  const filtered = async (filter: object) => slugs(await list(app, user, { filter }))
  t.same(await filtered({ scope: 'MINE' }), ['mine'])
  t.same(await filtered({ visibilities: ['DRAFT'] }), ['mine'])
  t.equal((await filtered({ scope: 'PUBLIC' })).length, 14)
  t.same(await filtered({ goals: ['increase_strength'] }), ['first-barbell-3x5', 'strength-in-waves'])
  t.same(await filtered({ levels: ['EXPERT'] }), ['opposites'])
  t.same(await filtered({ workoutSplits: ['bro_split', 'arnold_split'] }), ['one-muscle-a-day', 'opposites'])
  t.same(await filtered({ equipment: ['MACHINE'], sessionsPerWeek: [2] }), [
    'body-basics-2-days',
    'machine-start-2-days',
  ])
  t.same(await filtered({ maxDurationWeeks: 6 }), ['mine', 'move-well'])
  t.equal((await filtered({ goals: [], levels: null })).length, 15, 'an empty list is no filter')

  await publish(app, user, own.id)
  t.same(
    await filtered({ scope: 'PUBLIC', levels: ['INTERMEDIATE'], maxDurationWeeks: 7 }),
    [],
    'does not find own programs in the public scope',
  )
})

t.test('rejects a cursor of another order', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const { pageInfo } = await list(app, user, { first: 1 })
  t.equal(
    errorCodeOf(await tryList(app, user, { after: pageInfo.endCursor, search: 'days' })),
    'BAD_USER_INPUT',
  )
})

t.test('returns the requested weeks of a program, by default all', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const { edges } = await list(app, user, { search: 'first barbell' })
  const id = edges[0]!.node.id
  const weeks = (given: string) =>
    queryGraphQL<{ program: { weeks: { number: number; days: object[] }[] | null } }>(
      app,
      `query($id: ID!) { program(id: $id) { weeks${given} { number days { name } } } }`,
      { id },
      user,
    )
  const numbers = async (given: string) =>
    (await weeks(given)).data!.program.weeks!.map(({ number }) => number)
  t.same(await numbers(''), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  t.same(await numbers('(from: 11, first: 5)'), [11, 12])
  t.same(await numbers('(from: 3, first: 1)'), [3])
  t.same(await numbers('(from: null, first: null)').then(all => all.length), 12)
  for (const given of ['(from: 0)', '(from: 53)', '(first: 0)', '(first: 53)'])
    t.equal(errorCodeOf(await weeks(given)), 'BAD_USER_INPUT', given)

  const whole = (first: number) =>
    queryGraphQL(
      app,
      `query($id: ID!) { program(id: $id) { title weeks(first: ${first}) { label days { name exercises {
        exercise { name } sets { type minReps maxReps load { value unit } restSeconds } progression { type }
      } } } } }`,
      { id },
      user,
    )
  t.equal(errorCodeOf(await whole(52)), '0 errors', 'a user can read the whole program in one request')
  t.equal(errorCodeOf(await whole(6)), '0 errors', 'a user can read the weeks of a screen in one request')
})
