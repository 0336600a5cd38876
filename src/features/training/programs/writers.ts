import { deletionWriter } from '../../owned/deletion.js'
import type { Writer } from '../../owned/models.js'
import { readCommand, readCopy, readProgram, countSets, type CommandDraft, type CopyDraft } from './input.js'
import { maxSetsPerProgram } from './limits.js'
import type { ProgramDraft } from './models.js'
import type { ProgramService } from './service.js'

/** What a sync may do to programs. */
export const programWriters = ({ kind, command }: Pick<ProgramService, 'kind' | 'command'>) => ({
  saveProgram: {
    type: 'PROGRAM',
    kind,
    read: readProgram,
    sets: countSets,
    idField: 'id',
  } satisfies Writer<ProgramDraft>,
  deleteProgram: deletionWriter('PROGRAM', kind),
  publishProgram: {
    type: 'PROGRAM' as const,
    idField: 'id',
    apply: async (userId, draft, path) => command.publish(userId, readCommand(draft, path), path),
    maxSetsWritten: maxSetsPerProgram,
  } satisfies Writer<CommandDraft>,
  archiveProgram: {
    type: 'PROGRAM' as const,
    idField: 'id',
    apply: async (userId, draft, path) => command.archive(userId, readCommand(draft, path), path),
    maxSetsWritten: maxSetsPerProgram,
  } satisfies Writer<CommandDraft>,
  copyProgram: {
    type: 'PROGRAM' as const,
    idField: 'newId',
    apply: async (userId, draft, path, locale) => command.copy(userId, readCopy(draft, path), path, locale),
    maxSetsWritten: maxSetsPerProgram,
  } satisfies Writer<CopyDraft>,
})
