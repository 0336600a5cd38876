import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { TokenScope } from '../../../lib/token-scopes.js'
import { Type } from 'typebox'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { handleErrors, handleNotFound, storageErrors, storageShape } from '../../../http/errors.js'
import { enforceRateLimit } from '../../../http/rate-limits.js'
import type { Counter } from '../../../platform/counters/counters.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import { acceptAll } from '../../media/assets/download.js'
import { assertMultipartForm } from '../../media/assets/multipart-upload.js'
import { distanceUnits, importSources } from './models.js'
import { receiveImportFile } from './receive-import-file.js'
import type { ImportService } from './service.js'

interface Options {
  imports: ImportService
  incoming: IncomingFolder
  /** Counts one unit per file. */
  files: Counter
}

const ImportForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'The CSV export of Strong or Hevy, or `workouts.csv` or `data.json` of an export of this service: at most 20 MB, or 40 MB compressed with gzip (1 GB decompressed).',
  }),
  source: Type.Optional(
    Type.Enum([...importSources], {
      description: 'App that exported the file; AUTO detects it.',
      default: 'AUTO',
    }),
  ),
  weightUnit: Type.Optional(
    Type.Enum(['KG', 'LB'], { description: 'Unit of weights that have no unit in the file.', default: 'KG' }),
  ),
  distanceUnit: Type.Optional(
    Type.Enum([...distanceUnits], {
      description: 'Unit of distances that have no unit in the file.',
      default: 'KM',
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      description:
        'IANA time zone of the workouts and of dates without a time zone, such as `Europe/Berlin`.',
      default: 'UTC',
    }),
  ),
  mapping: Type.Optional(
    Type.String({
      description:
        'JSON list of `{ "name", "exerciseId" }`, 2,000 at most: exercises for names in the file, which precede those that match. `unmatchedExercises` of a preview lists the names to ask the user about.',
    }),
  ),
  dryRun: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Whether to create a preview, which writes nothing.',
      default: 'false',
    }),
  ),
})

const ImportResponse = Type.Object(
  {
    success: Type.Literal(true, { description: 'Always true.' }),
    data: Type.Object({ id: Type.String({ description: 'Identifier of the import.' }) }),
  },
  { title: 'BegunImport', description: 'The file was accepted and will be imported.' },
)

/** An export that is imported can restore records of all these kinds. */
const importScopes: readonly TokenScope[] = [
  'workouts:write',
  'exercises:write',
  'programs:write',
  'measurements:write',
  'profile:write',
]

/** The routes below `/api/imports`. */
export const importRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { imports, incoming, files }) => {
  handleErrors(app, storageShape)
  handleNotFound(app, storageShape)
  await app.register(multipart, { throwFileSizeLimit: false })

  app.post(
    '/workouts',
    {
      config: { tokenScopes: importScopes },
      onRequest: [requireAuthentication, assertMultipartForm],
      schema: {
        tags: ['imports'],
        operationId: 'importWorkouts',
        summary: 'Import workouts from a file',
        description:
          'Fields may follow the file. Units in the file take precedence over the fields. Follow the progress with `workoutImport` or `importProgressed` in GraphQL. Importing the same file again changes nothing.',
        consumes: ['multipart/form-data'],
        body: ImportForm,
        security: [{ bearer: [] }],
        response: {
          202: ImportResponse,
          ...storageErrors(
            ...(['BAD_REQUEST', 'EMPTY_FILE', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FILE_TOO_LARGE'] as const),
            ...(['NOT_FOUND', 'DELETION_PENDING'] as const),
            ...(['UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const),
          ),
        },
      },
      validatorCompiler: acceptAll,
    },
    async (request, reply) => {
      const { id: userId } = authenticatedViewer(request)
      enforceRateLimit(reply, await files.consume(userId))
      await imports.assertCapacity(userId)
      const id = await receiveImportFile(request, incoming, (path, options) =>
        imports.begin(userId, path, options),
      )
      return reply.code(202).send({ success: true, data: { id } })
    },
  )
}
