import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { KiB } from '../../../lib/quantities.js'
import { uploadedFields, uploadRoute, type UploadOptions } from '../assets/routes.js'
import { maxNotesLength, readDetails } from './input.js'
import { progressPoses } from './models.js'
import type { ProgressPhotoService } from './service.js'

/** The longest notes, of characters of four bytes. */
const fieldSize = 4 * maxNotesLength + 1 * KiB
const id = 'Identifier of the photo, 24 hexadecimal digits'

const UploadAnswer = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      ...uploadedFields('users/<user id>/progress-photo/<uuid>.<extension>'),
      version: Type.Integer({ description: 'Version of the record.' }),
      pose: Type.Union([Type.Enum([...progressPoses]), Type.Null()], { description: 'As it was sent.' }),
      takenAt: Type.String({ description: 'ISO 8601 in UTC with milliseconds.' }),
      notes: Type.Union([Type.String(), Type.Null()], { description: 'As they were sent.' }),
    }),
  },
  { title: 'UploadedProgressPhoto', description: 'The photo is stored.' },
)

const schema = {
  operationId: 'uploadProgressPhoto',
  summary: 'Upload a progress photo',
  description:
    'Wants the consent PROGRESS_PHOTOS. Only its owner ever sees it. Smaller sizes are made after the answer. Sent again with the same id, it is answered with the photo that is there.',
  form: {
    assetContext: Type.Optional(
      Type.Enum(['PROGRESS_PHOTO'], { description: 'What the file is for.', default: 'PROGRESS_PHOTO' }),
    ),
    pose: Type.Optional(Type.Enum([...progressPoses], { description: 'From where the body is seen.' })),
    takenAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'The moment of the upload if left out.' }),
    ),
    notes: Type.Optional(Type.String({ maxLength: maxNotesLength, description: 'What to remember of it.' })),
    id: Type.Optional(
      Type.String({ pattern: '^[0-9a-fA-F]{24}$', description: `${id}; made by the service if left out.` }),
    ),
  },
  answer: UploadAnswer,
  errors: ['CONSENT_REQUIRED', 'CONFLICT'] as const,
}

/** The upload of progress photos. */
export const progressPhotoRoutes =
  (photos: ProgressPhotoService, uploads: UploadOptions, clock: () => Date) => (app: FastifyInstance) =>
    uploadRoute(app, {
      ...uploads,
      ...{ path: '/progress-photo/upload', assetContext: 'PROGRESS_PHOTO', schema, fieldSize },
      assertAllowed: photos.assertCanUpload,
      async store(userId, received, fields, deadline) {
        const now = clock()
        const photo = await photos.upload(userId, received, readDetails(fields, now), deadline)
        const { id, version, pose, takenAt, notes } = photo
        const { fileKey, fileName, contentType, size, uploadedAt } = photo
        const file = { fileKey, fileName, contentType, size, uploadedAt }
        return {
          id,
          file,
          issuedAt: now,
          extraFields: { version, pose, takenAt: takenAt.toISOString(), notes },
        }
      },
    })
