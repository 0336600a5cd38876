import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Database } from '../../../platform/database/database.js'
import type { WriteResult } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import { readEdit } from './input.js'
import type {
  ProgressPhotoContent,
  ProgressPhotoDerived,
  ProgressPhotoDraft,
  StoredProgressPhoto,
} from './models.js'

interface Dependencies {
  recordType: RecordTypeService<ProgressPhotoContent, ProgressPhotoDerived>
  find(userId: string, id: string): Promise<StoredProgressPhoto | null>
  database: Pick<Database, 'transaction'>
}

/** Creates the operation that changes pose, date and notes of a photo. */
export function photoEditor({ recordType, find, database }: Dependencies) {
  /** @throws AppError BAD_USER_INPUT */
  return (userId: string, draft: ProgressPhotoDraft, path: string): Promise<WriteResult> => {
    const { id, expectedVersion, edit } = readEdit(draft, path)
    const fingerprint = `edit ${fingerprintOf(edit)}`
    return database.transaction(userId, async () => {
      const row = await find(userId, id)
      // Only uploads create photos. A write that expects a version cannot create one: it results in UNKNOWN, DELETED or
      // ID_TAKEN.
      if (!row?.content)
        return recordType.save(userId, {
          id,
          expectedVersion: expectedVersion ?? 1,
          content: emptyContent,
          path,
          fingerprint,
        })
      const takenAt = edit.takenAt ?? row.content.uploadedAt
      return recordType.save(userId, {
        id,
        expectedVersion,
        content: { ...row.content, ...edit, takenAt },
        path,
        fingerprint,
      })
    })
  }
}

const emptyContent: ProgressPhotoContent = {
  fileKey: '',
  fileName: '',
  contentType: '',
  size: 0,
  uploadedAt: new Date(0),
  pose: null,
  takenAt: new Date(0),
  notes: null,
}
