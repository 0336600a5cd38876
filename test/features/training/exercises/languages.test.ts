import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { responseOf, follow, startListening, socketClient } from '../../../graphql/subscriptions/live.js'
import { queryGraphQL, build, signUp, type TestUser } from '../../../helper.js'
import { entry as performed, planned, save as saveWorkout, workout } from '../workouts/workouts.js'
import { newId, save as saveOwn } from './custom-exercises.js'
import { starterCatalogue } from './starter-catalogue.js'

const bench = {
  en: 'Barbell Bench Press',
  de: 'Bankdrücken mit der Langhantel',
  es: 'Press de banca con barra',
}

async function appWithBench(t: Test) {
  const app = await build(t)
  return { app, ...(await addBench(app)) }
}

async function addBench(app: App) {
  const entry = starterCatalogue.find(({ slug }) => slug === 'barbell-bench-press')!
  await app.features.services.exercises.import([entry], 'starter')
  const [exercise] = (await app.features.services.exercises.findBySlugs(['barbell-bench-press'])).values()
  return { entry, id: exercise!.id }
}

interface Texts {
  name: string
  names: { locale: string; name: string }[]
  aliases: string[]
  instructions: string[]
}

async function textsOf(app: App, id: string, { user, language }: { user?: TestUser; language?: string }) {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...user?.headers, ...(language === undefined ? {} : { 'accept-language': language }) },
    payload: {
      query: 'query ($id: ID!) { exercise(id: $id) { name names { locale name } aliases instructions } }',
      variables: { id },
    },
  })
  return response.json<{ data: { exercise: Texts } }>().data.exercise
}

const setLocale = (app: App, user: TestUser, locale: string | null) =>
  queryGraphQL(
    app,
    'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { __typename } }',
    { input: { locale } },
    user,
  )

t.test('returns exercise texts in the language of the Accept-Language header without a token', async t => {
  const { app, id, entry } = await appWithBench(t)
  const german = await textsOf(app, id, { language: 'fr, de-CH;q=0.9, en;q=0.1' })
  t.equal(german.name, bench.de)
  t.ok(german.aliases.includes('Bankdrücken'))
  t.match(german.instructions[0], /^Leg dich/)
  t.equal(german.instructions.length, entry.instructions.length)
  t.equal((await textsOf(app, id, { language: 'es' })).name, bench.es)
  for (const language of ['fr', '', undefined]) {
    const english = await textsOf(app, id, { ...(language === undefined ? {} : { language }) })
    t.equal(english.name, bench.en)
    t.same(english.aliases, entry.aliases)
    t.same(english.instructions, entry.instructions)
  }
})

t.test('lists the names of an exercise in all languages', async t => {
  const { app, id } = await appWithBench(t)
  const { names } = await textsOf(app, id, { language: 'de' })
  t.same(names, [
    { locale: 'en', name: bench.en },
    { locale: 'de', name: bench.de },
    { locale: 'es', name: bench.es },
  ])
})

t.test('prefers the language of the account to the header, immediately after a change', async t => {
  const { app, id } = await appWithBench(t)
  const user = await signUp(app)
  t.equal(
    (await textsOf(app, id, { user, language: 'es' })).name,
    bench.es,
    'uses the header if the account has no language',
  )
  await setLocale(app, user, 'de')
  t.equal((await textsOf(app, id, { user, language: 'es' })).name, bench.de)
  await setLocale(app, user, 'en')
  t.equal((await textsOf(app, id, { user, language: 'es' })).name, bench.en)
  await setLocale(app, user, null)
  t.equal((await textsOf(app, id, { user, language: 'es' })).name, bench.es)
})

t.test('returns the same name of a custom exercise in every language', async t => {
  const { app } = await appWithBench(t)
  const user = await signUp(app)
  const id = newId()
  await saveOwn(app, user, { id, name: 'Landmine Row' })
  const texts = await textsOf(app, id, { user, language: 'de' })
  t.equal(texts.name, 'Landmine Row')
  t.same(
    texts.names.map(({ name }) => name),
    ['Landmine Row', 'Landmine Row', 'Landmine Row'],
  )
})

t.test('returns the English texts of an imported exercise in every language', async t => {
  const { app, entry } = await appWithBench(t)
  const imported = { ...entry, slug: 'chin-lift', name: 'Chin Lift', aliases: [] }
  await app.features.services.exercises.import([imported], 'free-exercise-db')
  const [exercise] = (await app.features.services.exercises.findBySlugs(['chin-lift'])).values()
  t.equal((await textsOf(app, exercise!.id, { language: 'de' })).name, 'Chin Lift')
})

t.test('lets shared caches store a response for each language', async t => {
  const { app, id } = await appWithBench(t)
  const answer = async (language: string, etag?: string) =>
    app.inject({
      method: 'GET',
      url: '/graphql',
      query: { query: `{ exercise(id: "${id}") { name } }` },
      headers: { 'accept-language': language, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    })
  const [german, spanish] = [await answer('de'), await answer('es')]
  t.equal(german.headers['cache-control'], 'public, max-age=300')
  t.match(german.headers.vary, /accept-language/)
  t.not(german.headers.etag, spanish.headers.etag)
  const etag = String(german.headers.etag)
  t.equal((await answer('de', etag)).statusCode, 304)
  t.equal((await answer('es', etag)).statusCode, 200)
})

t.test('publishes to open subscriptions in the new language of the account', async t => {
  const { app, socketUrl } = await startListening(t)
  const { id: exerciseId } = await addBench(app)
  const user = await signUp(app)
  const sent = workout({ exercises: [performed(exerciseId, [planned()])] })
  await saveWorkout(app, user, sent)
  const client = socketClient(t, socketUrl, { connectionParams: user.headers })
  const query = 'subscription ($id: ID!) { workoutUpdated(id: $id) { exercises { exercise { name } } } }'
  const { next } = follow(client, { query, variables: { id: sent.id } })
  await responseOf(client, { query: '{ __typename }' })
  const nameAfterSave = async (title: string, expectedVersion: number) => {
    await saveWorkout(app, user, { ...sent, title, expectedVersion })
    const { data } = (await next()) as { data: { workoutUpdated: { exercises: { exercise: Texts }[] } } }
    return data.workoutUpdated.exercises[0]?.exercise.name
  }
  t.equal(await nameAfterSave('first', 1), bench.en)
  await setLocale(app, user, 'de')
  t.equal(await nameAfterSave('second', 2), bench.de)
})
