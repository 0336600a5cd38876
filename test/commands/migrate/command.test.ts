import t from 'tap'
import { queryGraphQL, build, isolatedSettings } from '../../helper.js'
import { runCommand } from '../run-command.js'

t.test('migrates a database so that the next start has nothing to do', async t => {
  const settings = isolatedSettings(t)
  const first = await runCommand('migrate', settings)
  t.match(
    [first.code, first.output],
    [0, /^The database has schema version \d+ and all indexes/],
    first.errors,
  )
  t.equal((await runCommand('migrate', settings)).code, 0, 'can be repeated')
  const app = await build(t, { settings })
  t.match(await queryGraphQL(app, '{ exercises(first: 1) { totalCount } }'), {
    data: { exercises: { totalCount: Number } },
  })

  const wrong = await runCommand('migrate', { ...settings, PORT: 'none' })
  t.match([wrong.code, wrong.errors], [1, /PORT/])
})
