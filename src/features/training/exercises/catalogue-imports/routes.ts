import { PassThrough, type Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { AppError, badUserInputAt, graphqlCodeOf } from '../../../../errors.js'
import { authenticatedViewer, requireAuthentication } from '../../../../http/authentication.js'
import { clientOf } from '../../../../http/client.js'
import { handleErrors, handleNotFound, storageErrors, storageShape } from '../../../../http/errors.js'
import { MiB } from '../../../../lib/quantities.js'
import type { IncomingFolder } from '../../../../platform/files/incoming-folder.js'
import { acceptAll } from '../../../media/assets/download.js'
import { assertMultipartForm, receiveFile } from '../../../media/assets/multipart-upload.js'
import type { AccountService } from '../../../people/account/service.js'
import { CatalogueImportResult } from './result.js'
import type { CatalogueImportService } from './service.js'

interface Options {
  imports: CatalogueImportService
  incoming: IncomingFolder
  requireAdmin: AccountService['requireAdmin']
  log: FastifyBaseLogger
}

const maxFileSize = 10 * MiB
/** The number of exercises between two lines that report the progress. */
const progressInterval = 25
const linesType = 'application/x-ndjson'

const ImportForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'JSON list in the format of free-exercise-db: at most 10 MiB.',
  }),
  dryRun: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: 'Whether to return a preview, which writes nothing.',
      default: 'false',
    }),
  ),
})

const PreviewResponse = Type.Object(
  { success: Type.Literal(true, { description: 'Always true.' }), data: CatalogueImportResult },
  { title: 'CatalogueImportPreview', description: 'What an import would do, for a preview.' },
)

/** The routes below `/api/catalogue`. */
export const catalogueImportRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { imports, incoming, requireAdmin, log } = options
  handleErrors(app, storageShape)
  handleNotFound(app, storageShape)
  await app.register(multipart, { throwFileSizeLimit: false })

  app.post(
    '/imports',
    {
      onRequest: [requireAuthentication, assertMultipartForm],
      // Compression would delay the progress.
      compress: false,
      schema: {
        tags: ['imports'],
        operationId: 'importCatalogue',
        summary: 'Import exercises into the catalogue',
        description:
          'Requires the role ADMIN. Adds the exercises of a file in the format of free-exercise-db that the catalogue does not contain, and updates those of an earlier import. Exercises that administrators have saved do not change. Images are ignored. Importing the same file again changes nothing. Recorded in the audit log.',
        consumes: ['multipart/form-data'],
        body: ImportForm,
        security: [{ bearer: [] }],
        response: {
          200: {
            description:
              'For a preview, a JSON object. Otherwise lines of JSON while the import runs: `{"type":"progress","done","total"}`, then one with the type `result` and `data` as in a preview, or with the type `error`, `code` and `message`.',
            content: {
              'application/json': { schema: PreviewResponse },
              [linesType]: { schema: Type.String() },
            },
          },
          ...storageErrors(
            ...(['BAD_REQUEST', 'EMPTY_FILE', 'UNAUTHENTICATED', 'TOKEN_EXPIRED'] as const),
            ...(['FORBIDDEN', 'FILE_TOO_LARGE', 'CONFLICT', 'RATE_LIMITED', 'DELETION_PENDING'] as const),
            'SERVICE_UNAVAILABLE',
          ),
        },
      },
      validatorCompiler: acceptAll,
    },
    async (request, reply) => {
      const context = { viewer: authenticatedViewer(request), client: clientOf(request) }
      await requireAdmin(context)
      const limits = { maxFileSize, assetContext: 'CATALOGUE_IMPORT' }
      const { records, isPreview } = await receiveFile(
        request,
        incoming,
        limits,
        async ({ path }, fields) => {
          const isPreview = readDryRun(fields.get('dryRun'))
          return { records: await imports.read(context, path), isPreview }
        },
      )
      reply.header('cache-control', 'no-store')
      if (isPreview) return { success: true, data: await imports.preview(records) }
      const run = await imports.begin(context, records)
      return reply.type(linesType).send(progressLines(run, log))
    },
  )
}

/** @throws AppError BAD_USER_INPUT */
function readDryRun(value: unknown): boolean {
  if (value === undefined || value === 'false' || value === '') return false
  if (value === 'true') return true
  throw badUserInputAt('dryRun', 'must be one of: true, false.')
}

/** Runs an import to its end, also if the client disconnects, and returns lines with its progress and its result. */
function progressLines(
  run: (onProgress: (done: number, total: number) => void) => Promise<CatalogueImportResult>,
  log: FastifyBaseLogger,
): Readable {
  const lines = new PassThrough()
  // The client has disconnected.
  lines.on('error', () => undefined)
  const write = (line: object) => {
    if (!lines.destroyed) lines.write(`${JSON.stringify(line)}\n`)
  }
  void run((done, total) => {
    if (done % progressInterval === 0) write({ type: 'progress', done, total })
  })
    .then(
      data => write({ type: 'result', data }),
      (error: unknown) => {
        log.error({ err: error }, 'an import into the catalogue was interrupted')
        const known = error instanceof AppError ? error : null
        write({
          type: 'error',
          ...graphqlCodeOf(known?.code ?? 'INTERNAL_SERVER_ERROR'),
          message: known?.message ?? 'The import was interrupted. Import the file again to continue.',
        })
      },
    )
    .finally(() => lines.end())
  return lines
}
