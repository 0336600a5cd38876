import { deleteOperation, ownedRecord, presentEach } from '../../owned/record.js'
import type { ProgressPhotoService } from './service.js'

export const progressPhotoRecord = ({ recordType, edit, present, get }: ProgressPhotoService) =>
  ownedRecord({
    type: 'PROGRESS_PHOTO',
    typename: 'ProgressPhoto',
    payload: 'progressPhoto',
    present: presentEach(present),
    get,
    operations: {
      saveProgressPhoto: { idField: 'id', apply: edit },
      deleteProgressPhoto: deleteOperation(recordType),
    },
  })
