import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Resolvers } from '../../../../generated/resolvers.js'
import { handleErrors, storageErrors, storageShape } from '../../../http/errors.js'
import { etagOf } from '../../../lib/etags.js'
import { days, seconds } from '../../../lib/quantities.js'
import type { FeatureContext } from '../../feature.js'
import type { Exercise } from '../exercises/models.js'
import { musclesWorked } from '../workouts/totals.js'
import { drawMuscleMap, exerciseHighlights, mapTargets } from './muscle-map.js'
import { exerciseQuery, readQuery, setsQuery } from './parameters.js'

const path = '/api/muscle-map.svg'
/** Longer than a list of all muscles. */
const maxLength = 600
const cacheControl = `public, max-age=${(365 * days) / seconds}, immutable`

const Query = Type.Object({
  primary: Type.Optional(
    Type.String({
      maxLength,
      description: 'Muscles and deltoid heads to highlight with full intensity, separated by commas.',
    }),
  ),
  secondary: Type.Optional(
    Type.String({
      maxLength,
      description: 'Muscles and deltoid heads to highlight with less intensity, separated by commas.',
    }),
  ),
  sets: Type.Optional(
    Type.String({
      maxLength,
      description:
        'Heat map: muscles with their numbers of sets, such as CHEST:12,LATS:8.5. 20 sets highlight a muscle with full intensity. Cannot be combined with `primary` and `secondary`.',
    }),
  ),
  v: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'Version of the drawing. It changes the URL, so that caches do not keep an old drawing.',
    }),
  ),
})

const schema = {
  operationId: 'muscleMap',
  summary: 'Draw muscles on a body',
  description:
    'Body from the front and from the back as SVG, with highlighted muscles. It adapts to light and dark color schemes. Public. The values are those of the GraphQL enums Muscle and Deltoid.',
  tags: ['training'],
  querystring: Query,
  response: {
    200: {
      description: 'The picture. It can be cached for a year.',
      content: { 'image/svg+xml': { schema: Type.String() } },
    },
    ...storageErrors('VALIDATION_ERROR', 'BAD_REQUEST', 'RATE_LIMITED'),
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
  const version = etagOf(drawMuscleMap(exerciseHighlights(mapTargets, []), ''))
    .replaceAll(/\W/g, '')
    .slice(0, 8)
  const urlOf = (query: string) => `${config.PUBLIC_URL}${path}?${query && `${query}&`}v=${version}`
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
