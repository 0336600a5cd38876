import type { App } from '../../../../src/app.js'
import { queryGraphQL } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'

/** Imports three exercises. @returns their ids */
export async function threeExercises(app: App): Promise<string[]> {
  await app.features.services.exercises.import(starterCatalogue.slice(0, 3), 'starter')
  const { data } = await queryGraphQL<{ exercises: { edges: { node: { id: string } }[] } }>(
    app,
    '{ exercises(first: 3) { edges { node { id } } } }',
  )
  return data?.exercises.edges.map(({ node }) => node.id) ?? []
}
