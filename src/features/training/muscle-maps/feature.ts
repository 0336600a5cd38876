import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Resolvers } from '../../../../generated/resolvers.js'
import { handleErrors, storageErrors, storageShape } from '../../../http/errors.js'
import { days, seconds } from '../../../lib/quantities.js'
import type { FeatureContext } from '../../feature.js'
import type { Exercise } from '../exercises/models.js'
import { musclesWorked } from '../workouts/totals.js'
import { drawMuscleMap } from './muscle-map.js'
import { exerciseQuery, readQuery, setsQuery } from './parameters.js'

const path = '/api/muscle-map.svg'
/** Longer than a list of all muscles. */
const maxLength = 600
const cacheControl = `public, max-age=${(365 * days) / seconds}, immutable`

const Query = Type.Object({
  primary: Type.Optional(
    Type.String({
      maxLength,
      description: 'Muscles and deltoid heads that are lit fully, separated by commas.',
    }),
  ),
  secondary: Type.Optional(
    Type.String({
      maxLength,
      description: 'Muscles and deltoid heads that are lit partly, separated by commas.',
    }),
  ),
  sets: Type.Optional(
    Type.String({
      maxLength,
      description:
        'Heat map: muscles with their numbers of sets, such as CHEST:12,LATS:8.5. Twenty sets light a muscle fully. Cannot be combined with the others.',
    }),
  ),
})

const schema = {
  operationId: 'muscleMap',
  summary: 'Muscle map',
  description:
    'Body from the front and from the back as SVG, with muscles lit. It adapts to light and dark color schemes. Public. The values are those of the GraphQL enums Muscle and Deltoid.',
  tags: ['training'],
  querystring: Query,
  response: {
    200: {
      description: 'The picture. It can be cached for a year.',
      content: { 'image/svg+xml': { schema: Type.String() } },
    },
    ...storageErrors('VALIDATION_ERROR', 'RATE_LIMITED'),
  },
}

const routes: FastifyPluginAsyncTypebox = async app => {
  handleErrors(app, storageShape)

  app.get(
    path,
    { schema, config: { unsigned: true, rateLimitKey: 'download' } },
    async ({ query }, reply) => {
      const { highlights, title } = readQuery(query)
      return reply
        .headers({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' })
        .type('image/svg+xml; charset=utf-8')
        .send(drawMuscleMap(highlights, title))
    },
  )
}

export function muscleMaps({ config }: Pick<FeatureContext, 'config'>) {
  const urlOf = (query: string) => `${config.PUBLIC_URL}${path}${query && `?${query}`}`
  return {
    services: {},
    routes,
    resolvers: {
      Exercise: { muscleMapUrl: exercise => urlOf(exerciseQuery(...targetsOf(exercise))) },
      WorkoutTotals: {
        async muscleMapUrl({ workout }) {
          const exercises = await workout.related.exercises()
          return urlOf(setsQuery(musclesWorked(workout, id => exercises.get(id))))
        },
      },
    } satisfies Resolvers,
  }
}

/** Shows the heads of the deltoid instead of the shoulders where they are known. */
function targetsOf({ primaryMuscles, secondaryMuscles, deltoids }: Exercise) {
  const withHeads = (muscles: Exercise['primaryMuscles']) =>
    muscles.flatMap(muscle => (muscle === 'SHOULDERS' && deltoids.length > 0 ? deltoids : [muscle]))
  return [withHeads(primaryMuscles), withHeads(secondaryMuscles)] as const
}
