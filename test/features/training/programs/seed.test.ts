import t from 'tap'
import { loadBuiltInPrograms } from '../../../../src/features/training/programs/builtin/programs.js'
import { builtInOwnerId } from '../../../../src/features/training/programs/builtin/owner.js'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { buildWithPrograms, list, newId, remove, save, tryChange, copy } from './programs.js'

t.test('publishes the built-in programs once, with stable ids', async t => {
  const app = await buildWithPrograms(t)
  const user = await signUp(app)
  const { programs } = app.features.services
  const before = await list(app, user)
  t.same(
    Object.fromEntries(before.edges.map(({ node }) => [node.id, node.slug])),
    Object.fromEntries((await loadBuiltInPrograms()).map(({ id, slug }) => [id, slug])),
  )
  t.ok(
    before.edges.every(
      ({ node }) => node.isBuiltIn === true && node.isMine === false && node.publishedVersion === 1,
    ),
  )
  await Promise.all([programs.seed(), programs.seed()])
  t.same(await list(app, user), before, 'a repetition changes nothing')

  const [first] = before.edges
  const id = first!.node.id as string
  t.match(await remove(app, user, id), { conflict: 'ID_TAKEN' })
  t.equal(errorCodeOf(await tryChange(app, user, 'archiveProgram', id)), 'NOT_FOUND')
  t.match(await copy(app, user, id, newId()), { program: { title: first!.node.title, isBuiltIn: false } })
  const node = await queryGraphQL(
    app,
    'query($id: ID!) { node(id: $id) { ... on Program { slug } } }',
    { id },
    user,
  )
  t.same(node.data?.node, { slug: first!.node.slug })
})

t.test('keeps a published edition that is newer than the file', async t => {
  const app = await buildWithPrograms(t)
  const { programs } = app.features.services
  const user = await signUp(app)
  const { id } = (await loadBuiltInPrograms())[0]!
  const published = structuredClone(await programs.version(user.id, id, null))
  const content = { ...published, visibility: 'PUBLISHED' as const, edition: 7, title: 'Another' }
  const {
    programId: _,
    number: __,
    durationWeeks: ___,
    sessionsPerWeek: ____,
    equipment: _____,
    ...edited
  } = content
  await programs.recordType.save(builtInOwnerId, { id, expectedVersion: 1, content: edited, path: 'x' })
  t.match(await programs.version(user.id, id, null), { number: 2, title: 'Another' })
  await programs.seed()
  t.match(await programs.version(user.id, id, null), { number: 2, title: 'Another' })
  t.same(await programs.version(user.id, id, 1), published, 'enrolled users keep their version')
})

t.test('skips a built-in program whose exercises are missing', async t => {
  const app = await build(t)
  const { exercises, programs } = app.features.services
  const user = await signUp(app)
  await exercises.import(
    starterCatalogue.filter(({ slug }) => slug !== 'pigeon-pose' && slug !== 'cat-cow'),
    'starter',
  )
  await programs.seed()
  t.equal((await list(app, user)).totalCount, 13)
  await exercises.import(starterCatalogue, 'starter')
  await programs.seed()
  t.equal((await list(app, user)).totalCount, 14)
  t.match(
    await save(app, user, {
      id: (await loadBuiltInPrograms())[0]!.id,
      title: 'X',
      weeks: [{ days: [{ name: 'A' }] }],
    }),
    {
      conflict: 'ID_TAKEN',
      program: null,
    },
  )
})

t.test('does not read seeded data again on the next start', async t => {
  const commands = countCommands(t)
  const app = await build(t, { wrapDatabase: commands.observe, settings: { DEMO_ACCOUNTS: 'false' } })
  const start = async () => {
    for (const { seed } of app.features.modules) await seed?.()
  }
  await start()
  const again = await commands.during(start)
  t.strictSame(again.commands, ['seedVersions.findById', 'seedVersions.findById'])
})
