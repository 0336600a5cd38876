import { conflict } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { DerivedPatch, StoredRecord } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import { readFolder } from './input.js'
import { maxFolders } from './limits.js'
import type { FolderContent, RoutineFolder } from './models.js'
import type { RoutineStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  database: Database
  routines: Pick<RoutineStore, 'findInFolders'>
}

export const folderRecord = ({ owned, database, routines }: Dependencies) =>
  declareRecord(
    { owned, database },
    {
      type: 'ROUTINE_FOLDER',
      typename: 'RoutineFolder',
      payload: 'routineFolder',
      list: {
        field: 'routineFolders',
        order: { field: 'content.position', type: 'number', direction: 1 },
        maxCount: maxFolders,
      },
      present: presentFolder,

      prepare: () => ({
        validate(_write, { before, head }) {
          if (before === null && (head.counts.ROUTINE_FOLDER ?? 0) >= maxFolders)
            throw conflict(`You already have ${maxFolders} folders. Delete one first.`)
        },
      }),

      /** The routines of a deleted folder stay, without a folder. */
      async derive(userId, changes) {
        const deletedIds = changes.flatMap(({ id, after }) => (after === null ? [id] : []))
        const found = deletedIds.length === 0 ? [] : await routines.findInFolders(userId, deletedIds)
        return {
          derived: found.map(({ id, content }): DerivedPatch => ({
            id,
            type: 'ROUTINE',
            set: { deletedFolderId: content?.folderId ?? null },
          })),
        }
      },

      operations: recordType => ({
        saveRoutineFolder: saveOperation(recordType, readFolder),
        deleteRoutineFolder: deleteOperation(recordType),
      }),
    },
  )

function presentFolder({
  id,
  version,
  createdAt,
  updatedAt,
  content,
}: StoredRecord<FolderContent>): RoutineFolder | null {
  return content && { id, version, createdAt, updatedAt, ...content }
}
