import t from 'tap'
import { build, queryGraphQL, signUp, type TestUser } from '../../../../helper.js'
import type { App } from '../../../../../src/app.js'
import { multipartBody, multipartType } from '../../../media/photos/photo-app.js'
import { consoleBrowser } from '../../../people/admin-console/browser-client.js'
import { catalogueRecord as record, importCatalogue } from './import-file.js'

const preview = async (app: App, user: TestUser, content: unknown) =>
  (await importCatalogue(app, user, content, 'true')).json<{ data: object }>().data

/** Returns the lines of the response to an import. */
async function run(app: App, user: TestUser, content: unknown) {
  const response = await importCatalogue(app, user, content)
  if (response.statusCode !== 200) throw new Error(response.body)
  return linesOf(response.body)
}

const linesOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)

async function search(app: App, text: string) {
  const query = 'query($text: String) { exercises(search: $text) { edges { node { name instructions } } } }'
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { name: string } }[] } }>(app, query, {
    text,
  })
  return data!.exercises.edges.map(({ node }) => node)
}

const imports = async (app: App, { id }: TestUser) =>
  (await app.features.services.audit.list({ userId: id, action: 'CATALOGUE_IMPORTED' }, {})).edges

t.test('previews and imports a file, and changes nothing when it is imported again', async t => {
  const app = await build(t)
  for (const { seed } of app.features.modules) await seed?.()
  const admin = await signUp(app, { role: 'ADMIN' })
  const file = [
    record('Quokka Row'),
    record('Wombat Lift'),
    record('Barbell Bench Press'),
    record('Broken', { category: 'magic' }),
    'text',
  ]
  const first = {
    ...{ added: 2, changed: 0, unchanged: 0, ignored: 1, skipped: 2 },
    ...{ addedNames: ['Quokka Row', 'Wombat Lift'], changedNames: [] },
    ignoredNames: ['Barbell Bench Press'],
    skippedRecords: [
      { record: 'record 4 ("Broken")', reason: 'category "magic" is unknown.' },
      { record: 'record 5', reason: 'it must be an object, not text.' },
    ],
  }
  t.same(await preview(app, admin, file), first)
  t.notOk(
    (await search(app, 'Quokka Row')).some(({ name }) => name === 'Quokka Row'),
    'a preview writes nothing',
  )
  t.same(await imports(app, admin), [])

  t.same(await run(app, admin, file), [{ type: 'result', data: first }])
  t.match(await search(app, 'Quokka Row'), [
    { name: 'Quokka Row', instructions: ['Take the handle.', /Pull/] },
  ])
  t.match(await imports(app, admin), [{ node: { actor: admin.id, address: '127.0.0.1' } }])

  const again = { added: 0, changed: 0, unchanged: 2, ignored: 1, skipped: 2 }
  t.match(await preview(app, admin, file), again)
  t.match(await run(app, admin, file), [{ type: 'result', data: again }])
  t.equal((await imports(app, admin)).length, 1, 'an import that changes nothing is not recorded')

  const changed = [record('Quokka Row', { instructions: ['Row.'] }), record('Wombat Lift')]
  const update = { added: 0, changed: 1, unchanged: 1, changedNames: ['Quokka Row'] }
  t.match(await preview(app, admin, changed), update)
  t.match(await run(app, admin, changed), [{ type: 'result', data: update }])
  t.match(await search(app, 'Quokka Row'), [{ instructions: ['Row.'] }])
})

t.test('keeps exercises that an administrator has saved', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const input = `id: "${'a'.repeat(24)}", slug: "quokka-row", translations: [{ locale: en, name: "My row" }]`
  await queryGraphQL(app, `mutation { saveCatalogueExercise(input: { ${input} }) { conflict } }`, {}, admin)
  const result = { added: 0, ignored: 1, ignoredNames: ['Quokka Row'] }
  t.match(await preview(app, admin, [record('Quokka Row')]), result)
  t.match(await run(app, admin, [record('Quokka Row')]), [{ data: result }])
  t.match(await search(app, 'My row'), [{ name: 'My row' }])
})

t.test('reports the progress of an import', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const words = ['Quokka', 'Wombat', 'Numbat', 'Bilby', 'Kea', 'Emu', 'Koala', 'Dingo']
  const file = words.flatMap(first => words.map(second => record(`${first} ${second} ${first}${second}`)))
  const lines = await run(app, admin, file)
  t.same(
    lines.filter(({ type }) => type === 'progress'),
    [25, 50].map(done => ({ type: 'progress', done, total: file.length })),
  )
  t.match(lines.at(-1), { type: 'result' })
})

t.test('rejects files that cannot be imported', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const cases: [what: string, content: unknown, status: number, code: string, message: RegExp][] = [
    ['no JSON', '[{', 400, 'BAD_REQUEST', /^The file is not JSON/],
    [
      'an object',
      {},
      400,
      'BAD_REQUEST',
      /^The file must contain a JSON array of exercises, not an object\.$/,
    ],
    ['no records', [], 400, 'BAD_REQUEST', /^The file contains no valid exercise\.$/],
    ['invalid records', [record('')], 400, 'BAD_REQUEST', /The first problem: record 1 \(""\): name/],
    ['nothing', '', 400, 'EMPTY_FILE', /empty/],
    ['a large file', ' '.repeat(10 * 1024 * 1024 + 1), 413, 'FILE_TOO_LARGE', /larger than/],
  ]
  for (const [what, content, status, code, message] of cases)
    for (const dryRun of ['true', 'false']) {
      const response = await importCatalogue(app, admin, content, dryRun)
      t.equal(response.statusCode, status, what)
      t.match(response.json(), { success: false, error: { code, message, field: 'file' } }, what)
    }
  const wrong = await importCatalogue(app, admin, [record('Quokka Row')], 'maybe')
  t.match(wrong.json(), { error: { code: 'BAD_REQUEST', field: 'dryRun' } })
  t.same(await imports(app, admin), [])
})

t.test('accepts files of administrators only', async t => {
  const app = await build(t)
  const [user, admin] = [await signUp(app), await signUp(app, { role: 'ADMIN' })]
  for (const dryRun of ['true', 'false']) {
    t.equal((await importCatalogue(app, user, [record('Quokka Row')], dryRun)).statusCode, 403)
    t.equal((await importCatalogue(app, undefined, [record('Quokka Row')], dryRun)).statusCode, 401)
  }
  t.match(await preview(app, admin, [record('Quokka Row')]), { added: 1 })
})

t.test('imports a file that is sent by the console', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const browser = consoleBrowser(app)
  await browser.signIn(admin.email, admin.password)
  const content = JSON.stringify([record('Quokka Row')])
  const file = { field: 'file', fileName: 'exercises.json', type: 'application/json', content }
  const send = (dryRun: string, headers: Record<string, string | undefined> = {}) =>
    browser.send('exercise-imports', {
      payload: multipartBody([{ field: 'dryRun', content: dryRun }, file]),
      headers: { 'content-type': multipartType, ...headers },
    })
  t.match((await send('true')).json(), { success: true, data: { added: 1 } })
  t.equal((await send('false', { 'x-csrf-token': undefined })).statusCode, 403)
  const response = await send('false')
  t.match(response.headers['content-type'], 'application/x-ndjson')
  t.match(linesOf(response.body), [{ type: 'result', data: { added: 1 } }])
  t.match(await imports(app, admin), [{ node: { actor: admin.id } }])
})
