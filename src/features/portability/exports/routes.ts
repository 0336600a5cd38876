import type { FastifyPluginAsync } from 'fastify'
import { Type } from 'typebox'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { clientOf } from '../../../http/client.js'
import { handleErrors, handleNotFound, storageErrors, storageShape } from '../../../http/errors.js'
import { enforceRateLimit } from '../../../http/rate-limits.js'
import { localeOf } from '../../../viewer.js'
import type { Counter } from '../../../platform/counters/counters.js'
import type { ExportService } from './service.js'

interface Options {
  exports: ExportService
  /** Counts one unit per export. */
  downloads: Counter
}

/** The routes below `/api/exports`. */
export const exportRoutes: FastifyPluginAsync<Options> = async (app, { exports, downloads }) => {
  handleErrors(app, storageShape)
  handleNotFound(app, storageShape)

  app.get(
    '/mine',
    {
      // A HEAD request would have to generate the archive.
      exposeHeadRoute: false,
      config: { allowedWhilePendingDeletion: true, tokenScopes: ['export:read'] },
      onRequest: requireAuthentication,
      schema: {
        tags: ['exports'],
        operationId: 'exportMine',
        summary: 'Export all data of the caller',
        description:
          'A streamed zip archive with `data.json` (described in docs/exports.md), `workouts.csv` in the format of Strong with exercise names in the caller’s language, and the photos. `POST /api/imports/workouts` accepts both files.',
        security: [{ bearer: [] }],
        response: {
          200: {
            description: 'The zip archive.',
            content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
          },
          ...storageErrors(
            ...(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const),
          ),
        },
      },
    },
    async (request, reply) => {
      const viewer = authenticatedViewer(request)
      const client = clientOf(request)
      enforceRateLimit(reply, await downloads.consume(viewer.id))
      const archive = await exports.begin(viewer.id, { client, locale: localeOf({ viewer, client }) })
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="fitness-training.zip"')
        .header('cache-control', 'no-store')
        .send(archive)
    },
  )
}
