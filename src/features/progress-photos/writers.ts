import { deletionWriter } from '../owned/deletion.js'
import type { ProgressPhotoService } from './service.js'

/** What a sync may do to progress photos. */
export const progressPhotoWriters = ({ kind }: Pick<ProgressPhotoService, 'kind'>) => ({
  deleteProgressPhoto: deletionWriter('PROGRESS_PHOTO', kind),
})
