import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AccountService } from '../../../people/account/service.js'
import { Type } from 'typebox'
import { notFound } from '../../../../errors.js'
import { handleErrors, storageErrors, storageShape } from '../../../../http/errors.js'
import { days, seconds } from '../../../../lib/quantities.js'
import { uploadedFields, uploadRoute, type UploadOptions } from '../../../media/assets/routes.js'
import { variantType } from '../../../media/assets/variants/variant-keys.js'
import type { ExerciseImageService } from './service.js'
import { imagesPath, readImageFile } from './urls.js'

const cacheControl = `public, max-age=${(365 * days) / seconds}, immutable`

const UploadResponse = Type.Object(
  {
    success: Type.Literal(true, { description: 'Always true.' }),
    data: Type.Object(uploadedFields('exercise-images/<id>.large.webp')),
  },
  { title: 'UploadedExerciseImage', description: 'The picture is stored.' },
)

const uploadSchema = {
  operationId: 'uploadExerciseImage',
  summary: 'Upload a picture of an exercise',
  description:
    'Requires the role ADMIN. The picture is converted to WebP with at most 1,080 pixels. Name its `assetId` in `saveCatalogueExercise`; a picture that no exercise has is deleted after a day.',
  form: {
    assetContext: Type.Optional(
      Type.Enum(['EXERCISE_IMAGE'], { description: 'Purpose of the file.', default: 'EXERCISE_IMAGE' }),
    ),
  },
  response: UploadResponse,
  errors: ['FORBIDDEN'] as const,
}

const readSchema = {
  operationId: 'readExerciseImage',
  summary: 'Read a picture of an exercise',
  description: 'Public. `Exercise.images` lists the URLs.',
  tags: ['training'],
  params: Type.Object({
    file: Type.String({ maxLength: 50, description: 'Name of the file, such as `<id>.large.webp`.' }),
  }),
  response: {
    200: {
      description: 'The picture. It can be cached for a year.',
      content: { [variantType]: { schema: { type: 'string', format: 'binary' } } },
    },
    ...storageErrors('NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
  },
}

interface Options {
  images: ExerciseImageService
  uploads: UploadOptions
  /** @throws AppError FORBIDDEN, SECOND_FACTOR_SETUP_REQUIRED */
  requireAdmin: AccountService['requireAdmin']
}

export const exerciseImageRoutes =
  ({ images, uploads, requireAdmin }: Options) =>
  async (app: FastifyInstance) => {
    await app.register(reading(images))
    await uploadRoute(app, {
      ...uploads,
      path: '/exercise-image/upload',
      assetContext: 'EXERCISE_IMAGE',
      schema: uploadSchema,
      urlOf: images.signedUrlOf,
      assertAllowed: async viewer => void (await requireAdmin({ viewer })),
      store: (_userId, received, _fields, deadline) => images.upload(received, deadline),
    })
  }

const reading =
  (images: ExerciseImageService): FastifyPluginAsyncTypebox =>
  async app => {
    handleErrors(app, storageShape)

    app.get(
      `${imagesPath}/:file`,
      { schema: readSchema, config: { unsigned: true, rateLimitKey: 'download' }, compress: false },
      async ({ params }, reply) => {
        const image = readImageFile(params.file)
        const content = image && (await images.read(image.id, image.size))
        if (!content) throw notFound('picture')
        return reply
          .headers({ 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' })
          .type(variantType)
          .send(content)
      },
    )
  }
