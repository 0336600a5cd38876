import { deletionWriter } from '../../owned/deletion.js'
import type { SingleWriter, Writer } from '../../owned/models.js'
import type { ProgressPhotoDraft } from './models.js'
import type { ProgressPhotoService } from './service.js'

/** What a sync may do to progress photos. */
export const progressPhotoWriters = ({ kind, edit }: Pick<ProgressPhotoService, 'kind' | 'edit'>) => ({
  saveProgressPhoto: {
    type: 'PROGRESS_PHOTO',
    idField: 'id',
    apply: edit,
  } satisfies Writer<ProgressPhotoDraft> & SingleWriter<ProgressPhotoDraft>,
  deleteProgressPhoto: deletionWriter('PROGRESS_PHOTO', kind),
})
