import { ObjectId } from 'mongodb'
import type { Database } from '../../../platform/database/database.js'
import { ownedView, toStoredRecord } from '../../owned/view.js'
import type { FolderContent, RoutineContent, RoutineDerived, RoutineRow } from './models.js'

export function routineStore(database: Database) {
  const { collection, liveFilter, find } = ownedView<RoutineContent, RoutineDerived>(database, 'ROUTINE')

  const folders = ownedView<FolderContent>(database, 'ROUTINE_FOLDER')

  return {
    find,

    /** Returns those of the ids that are ids of folders of the user. */
    async findFolderIds(userId: string, ids: readonly string[]): Promise<string[]> {
      const _id = { $in: ids.map(id => new ObjectId(id)) }
      const filter = { ...folders.liveFilter(userId), _id }
      const found = await folders.collection.find(filter, { projection: { type: 1 } })
      return found.map(document => document._id.toHexString())
    },

    async findInFolders(userId: string, folderIds: readonly string[]): Promise<RoutineRow[]> {
      const filter = { ...liveFilter(userId), 'content.folderId': { $in: [...folderIds] } }
      return (await collection.find(filter)).map(toStoredRecord)
    },
  }
}

export type RoutineStore = ReturnType<typeof routineStore>
