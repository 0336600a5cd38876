import { gzipSync } from 'node:zlib'
import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import { readDefaultNames } from '../../../../src/features/portability/imports/matching/default-names.js'
import { exerciseMatcher } from '../../../../src/features/portability/imports/matching/exercise-matcher.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import { filePart, buildWithExercises, imported, manyWorkouts, post } from './imports.js'

const app = await buildWithExercises(t)
const user = await signUp(app)

t.test('rejects an invalid upload before it creates an import', async t => {
  const file = filePart('x')
  const cases: [what: string, parts: Parameters<typeof post>[2], status: number, code: string][] = [
    ['no file', [{ field: 'source', content: 'AUTO' }], 400, 'BAD_REQUEST'],
    ['another part', [{ ...file, field: 'other' }], 400, 'BAD_REQUEST'],
    ['an empty file', [filePart('')], 400, 'EMPTY_FILE'],
    ['a source', [file, { field: 'source', content: 'FITBOD' }], 400, 'BAD_REQUEST'],
    ['a unit', [file, { field: 'weightUnit', content: 'kg' }], 400, 'BAD_REQUEST'],
    ['a distance', [file, { field: 'distanceUnit', content: 'M' }], 400, 'BAD_REQUEST'],
    ['a zone', [file, { field: 'timezone', content: 'Mars/Olympus' }], 400, 'BAD_REQUEST'],
    ['a preview', [file, { field: 'dryRun', content: 'perhaps' }], 400, 'BAD_REQUEST'],
    ['too long', [filePart(Buffer.alloc(20 * 1024 * 1024 + 1, 'x'))], 413, 'FILE_TOO_LARGE'],
  ]
  for (const [what, parts, status, code] of cases) {
    const response = await post(app, user, parts)
    t.equal(response.statusCode, status, what)
    t.match(response.json(), { success: false, error: { code, message: /./ } }, what)
  }
  t.equal((await post(app, { headers: { authorization: '' } }, [file])).statusCode, 401)
  const query = 'query($id: ID!) { workoutImport(id: $id) { id } }'
  t.equal(errorCodeOf(await queryGraphQL(app, query, { id: 'x' }, user)), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await queryGraphQL(app, query, { id: '0'.repeat(24) }, user)), 'NOT_FOUND')
})

t.test('fails an import of an unreadable file with the reason', async t => {
  const other = await signUp(app)
  const bomb = gzipSync(Buffer.alloc(2 * 1024 * 1024))
  const files: [content: string | Buffer, error: RegExp][] = [
    ['a,b,c\n1,2,3', /header/],
    ['\n\n', /header/],
    ['"Date,Exercise Name,Set Order\n1,2,3', /header/],
    ['\0\0\0\0', /header/],
    [gzipSync(manyWorkouts(3)).subarray(0, 60), /compressed/],
    [bomb, /header/],
  ]
  for (const [content, error] of files)
    t.match(await imported(app, other, content), { importStatus: 'FAILED', error, workoutsMade: 0 })
  const wrong = await imported(app, other, manyWorkouts(1), { source: 'HEVY' })
  t.match(wrong, { importStatus: 'FAILED', error: /HEVY/ })
  t.match(await imported(app, other, gzipSync(manyWorkouts(3))), {
    importStatus: 'COMPLETED',
    workoutsMade: 3,
  })
})

t.test('skips only the lines of exercises that exceed the limit per user', async t => {
  const other = await signUp(app)
  const lines = ['Date,Workout Name,Exercise Name,Set Order,Reps']
  for (let number = 0; number < 502; number++)
    lines.push(`2026-05-${String(1 + (number >> 5)).padStart(2, '0')} 10:00,Day,Own ${number},1,5`)
  for (const dryRun of ['true', 'false']) {
    const result = await imported(app, other, lines.join('\n'), { dryRun })
    t.match(result, { importStatus: 'COMPLETED', workoutsMade: 16, skippedCount: 2 })
    t.equal(result.exercisesCreated.length, 500)
    t.same(
      result.skipped.map(({ line }) => line),
      [502, 503],
    )
  }
})

t.test('matches every default name of both apps with an exercise of the catalogue', async t => {
  const slugs = new Set(starterCatalogue.map(({ slug }) => slug))
  const moments = { createdAt: new Date(), updatedAt: new Date() }
  const exercises = starterCatalogue.map(entry => ({
    ...{ ...entry, ...moments, id: entry.slug, version: 1, isDeleted: false, source: 'starter' as const },
  }))
  const match = await exerciseMatcher([], exercises, false)
  const seen = new Map<string, string>()
  for (const [slug, names] of Object.entries(await readDefaultNames())) {
    t.ok(slugs.has(slug), slug)
    for (const name of names) {
      t.notOk(seen.has(name.toLowerCase()), `${name} stands for one exercise`)
      seen.set(name.toLowerCase(), slug)
      t.equal(match(name)?.exercise.slug, slug, name)
    }
  }
  t.ok(seen.size > 300)
  t.equal(match('cable lateral raise')?.exercise.slug, 'cable-lateral-raise', 'ignores the case of names')
  t.match(match('Side Lateral Raise (Dumbbell)'), {
    exercise: { slug: 'dumbbell-lateral-raise' },
    confidence: 0.9,
  })
  const others = {
    'Push Up (Band)': 'band-push-up',
    'Wide Pull Up': 'wide-grip-pull-up',
    'Leg Press Horizontal': 'seated-leg-press',
    'Bench Press (Cable)': 'cable-chest-press',
  }
  for (const [name, slug] of Object.entries(others)) t.equal(match(name)?.exercise.slug, slug, name)
  for (const name of ['Bench Press (Kettlebell)', 'Squat (Band)', 'My Press', 'Hip Abduction (Band)'])
    t.equal(match(name), null, name)
})
