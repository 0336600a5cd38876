import { readDeletion, type DeletionDraft } from '../owned/deletion.js'
import type { Writer } from '../owned/models.js'
import type { ProgressPhotoService } from './service.js'

/** What a sync may do to progress photos. */
export const progressPhotoWriters = ({ kind }: Pick<ProgressPhotoService, 'kind'>) => ({
  deleteProgressPhoto: {
    type: 'PROGRESS_PHOTO',
    kind,
    read: readDeletion,
    idOf: ({ id }) => id.toLowerCase(),
  } satisfies Writer<DeletionDraft>,
})
