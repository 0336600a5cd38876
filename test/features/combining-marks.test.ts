import t, { type Test } from 'tap'
import { maxMarks } from '../../src/lib/normalize.js'
import { queryGraphQL, errorCodeOf, signUp } from '../helper.js'
import { completed, entry, buildWithExercises, newId, trySave } from './training/workouts/workouts.js'

const marks = (count: number) => '\u0315\u0300'.repeat(count / 2)

/** Returns the longest run of combining marks in the texts that `String.prototype.normalize` was called on. */
function longestNormalizedRun(t: Test): () => number {
  const { normalize } = String.prototype
  let longest = 0
  String.prototype.normalize = function (form?: string) {
    for (const [run] of this.matchAll(/\p{M}+/gu)) longest = Math.max(longest, run.length)
    return normalize.call(this, form)
  }
  t.teardown(() => (String.prototype.normalize = normalize))
  return () => longest
}

t.test('never sorts a long run of combining marks, whatever field a request has it in', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const longestRun = longestNormalizedRun(t)
  const notes = `a${marks(19_000)}`
  const exercises = Array.from({ length: 20 }, () => entry(bench, [], { notes }))
  const saved = await trySave(app, user, completed({ notes, exercises }))
  t.equal(errorCodeOf(saved), 'BAD_USER_INPUT')
  t.match(saved.errors, [{ message: 'input.notes must have at most 30 combining marks in a row.' }])
  const own = 'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }'
  t.equal(
    errorCodeOf(await queryGraphQL(app, own, { input: { id: newId(), name: `a${marks(300)}` } }, user)),
    'BAD_USER_INPUT',
  )
  for (const list of ['exercises', 'programs']) {
    const query = `query($search: String!) { ${list}(search: $search) { edges { cursor } } }`
    t.equal(
      errorCodeOf(await queryGraphQL(app, query, { search: `a${marks(300)}` }, user)),
      'BAD_USER_INPUT',
      list,
    )
  }
  await app.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email: `a${marks(100_000)}@example.com`, password: `a${marks(100_000)}` },
  })
  t.ok(longestRun() <= maxMarks, `a run of ${longestRun()} marks`)
})
