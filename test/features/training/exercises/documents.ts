import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { starterCatalogue } from './starter-catalogue.js'
import type { Page, PageArguments } from '../../../../src/lib/pages.js'
import { queryGraphQL, build } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'

interface Listed {
  exercises: Page<{ id: string; name: string }>
}

const list = `query($first: Int, $after: String, $last: Int, $before: String, $search: String) {
  exercises(first: $first, after: $after, last: $last, before: $before, search: $search) {
    totalCount
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { id name } }
  }
}`

/** An app with some exercises of the catalogue, by default all. */
export async function catalogueOf(t: Test, count?: number): Promise<App> {
  const app = await build(t, { settings: unlimited })
  await app.features.services.exercises.import(starterCatalogue.slice(0, count), 'starter')
  return app
}

export const listExercises = (app: App, page: PageArguments & { search?: string | null } = {}) =>
  queryGraphQL<Listed>(app, list, page)

/** The page; throws for a response with errors. */
export async function pageOf(app: App, page: PageArguments & { search?: string | null } = {}) {
  const { data, errors } = await listExercises(app, page)
  if (!data || errors) throw new Error(`no page: ${JSON.stringify(errors)}`)
  return data.exercises
}

export const namesOf = ({ edges }: Listed['exercises']) => edges.map(({ node }) => node.name)
