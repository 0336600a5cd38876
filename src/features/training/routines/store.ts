import type { Database } from '../../../platform/database/database.js'
import { ownedView, toStoredRecord } from '../../owned/view.js'
import type { RoutineContent, RoutineDerived, RoutineRow } from './models.js'

export function routineStore(database: Database) {
  const { collection, liveFilter, find } = ownedView<RoutineContent, RoutineDerived>(database, 'ROUTINE')

  return {
    find,

    async findInFolders(userId: string, folderIds: readonly string[]): Promise<RoutineRow[]> {
      const filter = { ...liveFilter(userId), 'content.folderId': { $in: [...folderIds] } }
      return (await collection.find(filter)).map(toStoredRecord)
    },
  }
}

export type RoutineStore = ReturnType<typeof routineStore>
