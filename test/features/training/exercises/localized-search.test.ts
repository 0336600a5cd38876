import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { Locale } from '../../../../src/lib/locales.js'
import { signUp, type TestUser } from '../../../helper.js'
import { catalogueOf } from './documents.js'
import { localizedSearches } from './localized-search-table.js'
import { newId, save } from './custom-exercises.js'
import { starterCatalogue } from './starter-catalogue.js'

interface Found {
  slug: string
  name: string
}

async function search(app: App, locale: Locale, text: string, first = 1): Promise<Found[]> {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'accept-language': locale },
    payload: {
      query: `query ($search: String!, $first: Int) {
        exercises(search: $search, first: $first) { edges { node { slug name } } }
      }`,
      variables: { search: text, first },
    },
  })
  const { data } = response.json<{ data: { exercises: { edges: { node: Found }[] } } }>()
  return data.exercises.edges.map(({ node }) => node)
}

for (const [locale, searches] of Object.entries(localizedSearches) as [
  Locale,
  (typeof localizedSearches)['de'],
][]) {
  t.test(`finds the exercise that a coach would show first in ${locale}`, async t => {
    const app = await catalogueOf(t)
    t.ok(searches.length >= 40)
    for (const [text, expected] of searches) {
      const [first] = await search(app, locale, text)
      t.equal(first?.slug, expected, text)
    }
  })
}

t.test('finds names in the language of the caller before those in other languages', async t => {
  const app = await catalogueOf(t)
  const german = await search(app, 'de', 'row', 20)
  t.match(german[0]?.name, /Row|Rudern/)
  const [english] = await search(app, 'en', 'row')
  t.equal(english?.name, 'Barbell Bent-Over Row')
  // A search can mix words of several languages.
  t.equal((await search(app, 'de', 'langhantel squat'))[0]?.slug, 'barbell-back-squat')
  t.equal((await search(app, 'en', 'barbell kniebeuge'))[0]?.slug, 'barbell-back-squat')
})

t.test('finds German and Spanish words in English, too', async t => {
  const app = await catalogueOf(t)
  for (const [text, slug] of [
    ['Kniebeuge', 'barbell-back-squat'],
    ['Bankdrücken', 'barbell-bench-press'],
    ['Bankdruecken', 'barbell-bench-press'],
    ['sentadilla', 'barbell-back-squat'],
    ['sentadila', 'barbell-back-squat'],
    ['dominadas', 'pull-up'],
    ['Brust', 'barbell-bench-press'],
  ] as const) {
    const [first] = await search(app, 'en', text)
    t.equal(first?.slug, slug, text)
  }
})

interface Page {
  edges: { node: Found }[]
  pageInfo: { endCursor: string; hasNextPage: boolean }
}

async function page(app: App, variables: object, { locale, user }: { locale: string; user?: TestUser }) {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...user?.headers, 'accept-language': locale },
    payload: {
      query: `query ($search: String, $after: String, $filter: ExerciseFilter) {
        exercises(search: $search, first: 50, after: $after, filter: $filter) {
          edges { node { slug name } } pageInfo { endCursor hasNextPage }
        }
      }`,
      variables,
    },
  })
  return response.json<{
    data: { exercises: Page } | null
    errors?: { message: string; extensions: object }[]
  }>()
}

async function everyName(app: App, options: { locale: string; user?: TestUser }, filter?: object) {
  const names: string[] = []
  for (let after: string | null = null; ;) {
    const { data }: Awaited<ReturnType<typeof page>> = await page(app, { after, filter }, options)
    const { edges, pageInfo } = data!.exercises
    names.push(...edges.map(({ node }) => node.name))
    if (!pageInfo.hasNextPage) return names
    after = pageInfo.endCursor
  }
}

t.test('lists every exercise once, in the alphabetical order of the language', async t => {
  const app = await catalogueOf(t)
  for (const locale of ['en', 'de', 'es'] as const) {
    const names = await everyName(app, { locale })
    t.equal(names.length, starterCatalogue.length, locale)
    t.equal(new Set(names).size, names.length, locale)
    const { compare } = new Intl.Collator(locale, { sensitivity: 'base' })
    t.same(names, names.toSorted(compare), locale)
  }
})

t.test('sorts Ñ after N in Spanish, and with N in other languages', async t => {
  const app = await catalogueOf(t)
  const user = await signUp(app)
  for (const name of ['Ñandú', 'Nube', 'Oso', 'Águila']) await save(app, user, { id: newId(), name })
  const names = (locale: string) => everyName(app, { locale, user }, { scope: 'MINE' })
  t.same(await names('es'), ['Águila', 'Nube', 'Ñandú', 'Oso'])
  t.same(await names('en'), ['Águila', 'Ñandú', 'Nube', 'Oso'])
  t.same(await names('de'), ['Águila', 'Ñandú', 'Nube', 'Oso'])
})

t.test('rejects a cursor of a list in another language', async t => {
  const app = await catalogueOf(t)
  for (const variables of [{}, { search: 'press' }]) {
    const { data } = await page(app, variables, { locale: 'de' })
    const after = data!.exercises.pageInfo.endCursor
    t.ok((await page(app, { ...variables, after }, { locale: 'de' })).data)
    const { errors } = await page(app, { ...variables, after }, { locale: 'es' })
    t.match(errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field: 'after' } })
  }
})

t.test('corrects typing errors in names of custom exercises as in those of the catalogue', async t => {
  const app = await catalogueOf(t)
  const user = await signUp(app)
  for (const name of ['Zercher Squat Cellar', 'Gurtkniebeuge Garage', 'Sentadilla del abuelo'])
    await save(app, user, { id: newId(), name })
  const first = async (locale: string, text: string) =>
    (await page(app, { search: text }, { locale, user })).data!.exercises.edges[0]?.node.name
  for (const text of ['zercher celar', 'zercher cellr', 'cellar zrecher', 'zercher cell'])
    t.equal(await first('en', text), 'Zercher Squat Cellar', text)
  t.equal(await first('de', 'gurtkniebeugen grage'), 'Gurtkniebeuge Garage')
  t.equal(await first('es', 'sentadila abuel'), 'Sentadilla del abuelo')
  // A correction with fewer edits in the catalogue wins.
  t.equal(await first('en', 'clena'), 'Barbell Clean')
})
