import t from 'tap'
import { readProgram } from '../../../../src/features/training/programs/input.js'
import type { ProgramDraft } from '../../../../src/features/training/programs/models.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { build, signUp } from '../../../helper.js'
import { starterCatalogue } from '../exercises/starter-catalogue.js'
import { program, publish, save } from './programs.js'

t.test('does not cache a version of a transaction that was rolled back', async t => {
  let database: Database | undefined
  const app = await build(t, { wrapDatabase: one => (database = one) })
  const { exercises, programs } = app.features.services
  await exercises.import(starterCatalogue.slice(0, 1), 'starter')
  const [exercise] = (await exercises.findBySlugs([starterCatalogue[0]!.slug])).values()
  const user = await signUp(app)
  const input = program(exercise!.id, { title: 'First' })
  await save(app, user, input)
  await publish(app, user, input.id)
  const title = async () => (await programs.version(user.id, input.id, null)).title
  t.equal(await title(), 'First')

  const change = { ...input, expectedVersion: 2 }
  const lost = database!.transaction(user.id, async () => {
    const lostChange = { ...change, title: 'Lost' } as object as ProgramDraft
    await programs.recordType.save(user.id, readProgram(lostChange, 'input'))
    t.equal(await title(), 'Lost', 'the transaction sees its own version')
    throw new Error('too bad')
  })
  await t.rejects(lost, { message: 'too bad' })
  t.equal(await title(), 'First')
  t.match(await save(app, user, { ...change, title: 'Second' }), { program: { publishedVersion: 2 } })
  t.equal(await title(), 'Second')
})
