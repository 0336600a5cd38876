import type { SaveWrite, WriteResult } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import { withErrorField } from '../../owned/write-result.js'
import type { RoutineContent, RoutineDerived, RoutineRow } from './models.js'
import type { RoutineStore } from './store.js'

interface Dependencies {
  recordType: RecordTypeService<RoutineContent, RoutineDerived>
  routines: Pick<RoutineStore, 'find'>
}

export const routineService = ({ recordType, routines }: Dependencies) => ({
  find: (userId: string, id: string): Promise<RoutineRow | null> => routines.find(userId, id),

  /** Saves content that is not part of an input. Errors about it have the field `path`. */
  async save(
    userId: string,
    write: Omit<SaveWrite<RoutineContent>, 'path'>,
    path: string,
  ): Promise<WriteResult> {
    return withErrorField(await recordType.save(userId, { ...write, path: 'routine' }), path)
  },
})

export type RoutineService = ReturnType<typeof routineService>
