import t from 'tap'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, build, signUp } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { list, program, publish, save } from './programs.js'

t.test('lists programs in a constant number of reads, and saves one in a few commands', async t => {
  const commands = countCommands(t)
  const app = await build(t, { wrapDatabase: commands.observe })
  const { exercises } = app.features.services
  await exercises.import(starterCatalogue.slice(0, 1), 'starter')
  const bench = (await exercises.findBySlugs([starterCatalogue[0]!.slug])).get(starterCatalogue[0]!.slug)!.id
  const user = await signUp(app)
  const screen = () =>
    commands.during(() =>
      queryGraphQL(
        app,
        '{ programs(first: 10) { edges { node { title weeks(first: 1) { days { name } } } } } }',
        {},
        user,
      ),
    )
  await save(app, user, program(bench))
  await list(app, user)
  const one = await screen()
  for (let count = 1; count < 12; count++) await save(app, user, program(bench))
  const ten = await screen()
  t.same(ten.commands, one.commands)
  t.same(
    one.commands.filter(name => /program|owned/i.test(name)),
    ['userPrograms.findById', 'ownedRecords.findById'],
  )

  const input = program(bench)
  const saved = await commands.during(() => save(app, user, input))
  t.ok(saved.commands.length <= 10, saved.commands.join(' '))
  const published = await commands.during(() => publish(app, user, input.id))
  t.ok(published.commands.length <= 14, published.commands.join(' '))
})
