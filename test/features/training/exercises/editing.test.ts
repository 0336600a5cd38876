import sharp from 'sharp'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { days } from '../../../../src/lib/quantities.js'
import { build, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { multipartBody, multipartType, photoPart } from '../../media/photos/photo-app.js'
import { manualClock } from '../../people/auth/requests.js'
import { completed, done, entry, kg, newId, save as saveWorkout } from '../workouts/workouts.js'
import { starterCatalogue } from './starter-catalogue.js'

interface Shown {
  id: string
  slug: string
  name: string
  version: number
  isArchived: boolean
  videoUrl: string | null
  instructions: string[]
  images: { url: string; thumbnail: string; width: number; height: number; position: number }[]
}

const fields = `id slug name version isArchived videoUrl instructions primaryMuscles
  images { url thumbnail: url(size: THUMBNAIL) width height blurHash position }`

interface Payload {
  exercise: Shown | null
  conflict: string | null
}

async function change(app: App, user: TestUser, mutation: string, type: string, input: object) {
  const { data, errors } = await queryGraphQL<Record<string, Payload>>(
    app,
    `mutation($input: ${type}!) { ${mutation}(input: $input) { conflict exercise { ${fields} } } }`,
    { input },
    user,
  )
  return { ...data?.[mutation], error: errors?.[0] }
}

const save = (app: App, user: TestUser, input: object) =>
  change(app, user, 'saveCatalogueExercise', 'CatalogueExerciseInput', input)

const archive = (app: App, user: TestUser, input: object) =>
  change(app, user, 'archiveCatalogueExercise', 'ArchiveCatalogueExerciseInput', input)

const draft = (more: object = {}) => ({
  id: newId(),
  slug: `landmine-hack-squat-${newId()}`,
  primaryMuscles: ['QUADRICEPS'],
  equipment: ['BARBELL'],
  translations: [{ locale: 'en', name: 'Landmine hack squat', instructions: ['Squat.'] }],
  ...more,
})

async function upload(app: App, user: TestUser, content?: Buffer) {
  const picture = { create: { width: 2000, height: 1000, channels: 3, background: 'teal' } } as const
  const image = content ?? (await sharp(picture).jpeg().toBuffer())
  return app.inject({
    method: 'POST',
    url: '/api/storage/exercise-image/upload',
    headers: { ...user.headers, 'content-type': multipartType },
    payload: multipartBody([photoPart({ content: image })]),
  })
}

const assetIdOf = (response: Awaited<ReturnType<typeof upload>>): string =>
  response.json<{ data: { assetId: string } }>().data.assetId

async function find(app: App, id: string, language = 'en'): Promise<Shown | null> {
  const query = `query($id: ID!) { exercise(id: $id) { ${fields} } }`
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'accept-language': language },
    payload: { query, variables: { id } },
  })
  return response.json<{ data: { exercise: Shown | null } }>().data.exercise
}

async function search(app: App, text: string): Promise<string[]> {
  const query = 'query($text: String) { exercises(search: $text) { edges { node { id } } } }'
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string } }[] } }>(app, query, {
    text,
  })
  return data!.exercises.edges.map(({ node }) => node.id)
}

const pathOf = (url: string) => new URL(url).pathname

t.test('an administrator', async t => {
  const { clock, advance } = manualClock(new Date('2026-06-01T12:00:00.000Z'))
  const app = await build(t, { clock, settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' } })
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  const admin = await signUp(app, { role: 'ADMIN' })

  t.test('creates an exercise with pictures and texts in several languages', async t => {
    const [second, first] = [assetIdOf(await upload(app, admin)), assetIdOf(await upload(app, admin))]
    const input = draft({
      videoUrl: 'https://videos.example/landmine',
      translations: [
        { locale: 'de', name: 'Landmine-Hackenschmidt', instructions: ['Beugen.'] },
        { locale: 'en', name: 'Landmine hack squat', instructions: ['Squat.'] },
      ],
      images: [
        { assetId: second, position: 7 },
        { assetId: first, position: 2 },
      ],
    })
    const saved = await save(app, admin, input)
    t.match(saved, {
      conflict: null,
      exercise: { version: 1, name: 'Landmine hack squat', isArchived: false },
    })
    t.match(await find(app, input.id, 'de'), { name: 'Landmine-Hackenschmidt', instructions: ['Beugen.'] })
    t.match(await find(app, input.id, 'es'), { name: 'Landmine hack squat', instructions: ['Squat.'] })
    t.ok((await search(app, 'hackenschmidt')).includes(input.id))

    const { images, videoUrl } = (await find(app, input.id))!
    t.equal(videoUrl, 'https://videos.example/landmine')
    t.match(images, [
      { position: 2, width: 1080, height: 540, blurHash: /^.{10,}$/ },
      { position: 7, width: 1080, height: 540 },
    ])
    const [image] = images
    for (const [url, width] of [[image!.url, 1080] as const, [image!.thumbnail, 256] as const]) {
      const response = await app.inject({ url: pathOf(url) })
      t.match(response, {
        statusCode: 200,
        headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
      })
      t.match(await sharp(response.rawPayload).metadata(), { width, format: 'webp' })
    }
  })

  t.test('changes an exercise that the service came with, which later updates leave as it is', async t => {
    const [bench] = starterCatalogue.filter(({ slug }) => slug === 'barbell-bench-press')
    const { data } = await queryGraphQL<{ exercise: Shown }>(
      app,
      '{ exercise(slug: "barbell-bench-press") { id version } }',
    )
    const { id, version } = data!.exercise
    const input = draft({
      ...{ id, slug: 'barbell-bench-press', expectedVersion: version },
      translations: [{ locale: 'en', name: 'The bench press' }],
    })
    t.match(await save(app, admin, input), { conflict: null, exercise: { version: version + 1 } })
    t.match(await save(app, admin, input), { conflict: null, exercise: { version: version + 1 } }, 'repeated')
    const other = { ...input, translations: [{ locale: 'en', name: 'Another name' }] }
    t.match(await save(app, admin, other), { conflict: 'VERSION', exercise: { name: 'The bench press' } })

    const update = [{ ...bench!, instructions: ['Changed by an update.'] }]
    const report = await app.features.services.exercises.import(update, 'starter')
    t.match(report, { added: 0, changed: 0, takenSlugs: ['barbell-bench-press'] })
    t.match(await find(app, id), { name: 'The bench press', instructions: [] })

    const changes = { slug: 'bench', trackingType: 'REPS_ONLY', bodyweightShare: 0.5 }
    for (const [field, value] of Object.entries(changes)) {
      const { error } = await save(app, admin, { ...input, expectedVersion: version + 1, [field]: value })
      t.match(error, { extensions: { code: 'BAD_USER_INPUT', field: `input.${field}` } })
    }
  })

  t.test('archives an exercise, which lists leave out and workouts keep, and lists it again', async t => {
    const input = draft({ translations: [{ locale: 'en', name: 'Zercher kangaroo squat' }] })
    await save(app, admin, input)
    t.ok((await search(app, 'kangaroo')).includes(input.id))
    const archived = { conflict: null, exercise: { isArchived: true, version: 2 } }
    t.match(await archive(app, admin, { id: input.id, expectedVersion: 3 }), { conflict: 'VERSION' })
    t.match(await archive(app, admin, { id: input.id }), archived)
    t.match(await archive(app, admin, { id: input.id, expectedVersion: 1 }), archived, 'repeated')
    t.same(await search(app, 'kangaroo'), [])
    t.match(await find(app, input.id), { name: 'Zercher kangaroo squat', isArchived: true })

    const user = await signUp(app)
    const sets = [done({ load: kg(60), reps: 5, completedAt: '2026-05-30T10:00:00.000Z' })]
    const workout = completed({
      startedAt: '2026-05-30T10:00:00.000Z',
      endedAt: '2026-05-30T11:00:00.000Z',
      exercises: [entry(input.id, sets)],
    })
    t.match(await saveWorkout(app, user, workout), { conflict: null })

    const listed = await save(app, admin, { ...input, expectedVersion: 2 })
    t.match(listed, { conflict: null, exercise: { isArchived: false, version: 3 } })
    t.ok((await search(app, 'kangaroo')).includes(input.id))
    const unknown = await archive(app, admin, { id: newId() })
    t.match(unknown.error, { extensions: { code: 'NOT_FOUND' } })
  })

  t.test('finds each change in the audit log', async t => {
    const input = draft()
    await save(app, admin, input)
    await save(app, admin, input)
    await archive(app, admin, { id: input.id })
    const query = '{ auditLog(first: 2) { edges { node { action catalogueExerciseId actor subject } } } }'
    const { data } = await queryGraphQL<{ auditLog: { edges: { node: object }[] } }>(app, query, {}, admin)
    const entryOf = (action: string) => ({
      action,
      catalogueExerciseId: input.id,
      actor: admin.id,
      subject: admin.id,
    })
    t.same(
      data!.auditLog.edges.map(({ node }) => node),
      [entryOf('CATALOGUE_EXERCISE_ARCHIVED'), entryOf('CATALOGUE_EXERCISE_SAVED')],
    )
  })

  t.test('gets an error at the invalid field', async t => {
    const image = (assetId: string, position: number) => ({ assetId, position })
    const asset = assetIdOf(await upload(app, admin))
    const english = { locale: 'en', name: 'Name' }
    const cases: [object, string][] = [
      [{ id: 'x' }, 'input.id'],
      [{ slug: 'Not a slug' }, 'input.slug'],
      [{ slug: `a${'-a'.repeat(60)}` }, 'input.slug'],
      [{ slug: `custom-${newId()}` }, 'input.slug'],
      [{ slug: 'barbell-bench-press' }, 'input.slug'],
      [{ videoUrl: 'http://videos.example' }, 'input.videoUrl'],
      [{ videoUrl: 'javascript:alert(1)' }, 'input.videoUrl'],
      [{ videoUrl: `https://${'a'.repeat(2000)}` }, 'input.videoUrl'],
      [{ bodyweightShare: 2 }, 'input.bodyweightShare'],
      [{ translations: [] }, 'input.translations'],
      [{ translations: [{ locale: 'de', name: 'Name' }] }, 'input.translations'],
      [{ translations: [english, english] }, 'input.translations[1].locale'],
      [{ translations: [{ ...english, name: ' ' }] }, 'input.translations[0].name'],
      [{ translations: [{ ...english, instructions: ['', 'x'] }] }, 'input.translations[0].instructions[0]'],
      [{ translations: [{ ...english, aliases: Array(11).fill('x') }] }, 'input.translations[0].aliases'],
      [{ images: [image(newId(), 1)] }, 'input.images[0].assetId'],
      [{ images: [image(asset, 1), image(asset, 2)] }, 'input.images[1].assetId'],
      [{ images: [image(asset, 1), image(newId(), 1)] }, 'input.images[1].position'],
      [{ images: [image(asset, 1001)] }, 'input.images[0].position'],
      [{ images: Array.from({ length: 11 }, (_, at) => image(newId(), at)) }, 'input.images'],
    ]
    for (const [invalid, field] of cases) {
      const input = draft(invalid)
      const { error } = await save(app, admin, input)
      t.match(
        error,
        { message: RegExp(`^${field.replace(/[[\]]/g, '\\$&')} `), extensions: { field } },
        field,
      )
      t.equal(await find(app, input.id), null)
    }
  })

  t.test('cannot upload a file that is not a picture', async t => {
    const [broken, disguised] = [
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
      Buffer.from('<svg/>'),
    ]
    t.match(await upload(app, admin, disguised), { statusCode: 415 })
    t.match((await upload(app, admin, broken.subarray(0, 30))).statusCode, 415)
  })

  t.test('loses pictures that no exercise has for a day', async t => {
    const [kept, unused] = [assetIdOf(await upload(app, admin)), assetIdOf(await upload(app, admin))]
    const input = draft({ images: [{ assetId: kept, position: 0 }] })
    await save(app, admin, input)
    const statusOf = async (id: string) =>
      (await app.inject({ url: `/api/exercise-images/${id}.large.webp` })).statusCode
    const { deleteUnused } = app.features.services.exerciseImages
    await deleteUnused()
    t.same([await statusOf(kept), await statusOf(unused)], [200, 200])
    advance(1.1 * days)
    await deleteUnused()
    t.same([await statusOf(kept), await statusOf(unused)], [200, 404])
    const { error } = await save(app, admin, draft({ images: [{ assetId: unused, position: 0 }] }))
    t.match(error, { extensions: { field: 'input.images[0].assetId' } })
  })

  t.test('is the only one who can', async t => {
    const user = await signUp(app)
    const input = draft()
    for (const { error } of [await save(app, user, input), await archive(app, user, { id: input.id })])
      t.match(error, { extensions: { code: 'FORBIDDEN' } })
    t.match((await upload(app, user)).json(), { success: false, error: { code: 'FORBIDDEN' } })
    t.equal(await find(app, input.id), null)
  })

  t.test('finds no picture by a name that none has', async t => {
    for (const name of ['x.large.webp', `${newId()}.original.webp`, `${newId()}.large.webp`, '..%2f..%2fx'])
      t.equal((await app.inject({ url: `/api/exercise-images/${name}` })).statusCode, 404)
  })
})

t.test('returns the texts in every language and the identifiers of pictures, for editors', async t => {
  const app = await build(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  const assetId = assetIdOf(await upload(app, admin))
  const german = { locale: 'de', name: 'Hackenschmidt', instructions: ['Beuge.'], aliases: ['Hack'] }
  const input = draft({ images: [{ assetId, position: 0 }] })
  const translations = [...input.translations, german]
  await save(app, admin, { ...input, translations })
  const query =
    'query($id: ID!) { exercise(id: $id) { translations { locale name instructions aliases } images { assetId } } }'
  t.same((await queryGraphQL(app, query, { id: input.id })).data, {
    exercise: { translations: [{ ...input.translations[0], aliases: [] }, german], images: [{ assetId }] },
  })
})

t.test('lists archived exercises, the last changed first', async t => {
  const { clock, advance } = manualClock()
  const app = await build(t, { clock })
  const admin = await signUp(app, { role: 'ADMIN' })
  const [first, second, listed] = [draft(), draft(), draft()]
  for (const input of [first, second, listed]) await save(app, admin, input)
  for (const { id } of [second, first]) {
    advance(1)
    await archive(app, admin, { id })
  }
  const query = '{ archivedExercises { id isArchived } }'
  const archived = [first, second].map(({ id }) => ({ id, isArchived: true }))
  t.same((await queryGraphQL(app, query, {}, admin)).data, { archivedExercises: archived })
})
