import { deletionWriter } from '../owned/deletion.js'
import type { Writer } from '../owned/models.js'
import { readProgram, setsOf } from './input.js'
import type { ProgramDraft } from './models.js'
import type { ProgramService } from './service.js'

/** What a sync may do to programs. */
export const programWriters = ({ kind }: Pick<ProgramService, 'kind'>) => ({
  saveProgram: {
    type: 'PROGRAM',
    kind,
    read: readProgram,
    sets: setsOf,
    idField: 'id',
  } satisfies Writer<ProgramDraft>,
  deleteProgram: deletionWriter('PROGRAM', kind),
})
