import type { Locale } from '../../../lib/locales.js'
import { deleteOperation, ownedRecord, saveOperation, type CommandOperation } from '../../owned/record.js'
import {
  readCommand,
  readCopy,
  readProgram,
  countDraftSets,
  type CommandDraft,
  type CopyDraft,
} from './input.js'
import { maxSetsPerProgram } from './limits.js'
import type { ProgramService } from './service.js'

export function programRecord({ recordType, commands, present, get }: ProgramService) {
  const commandOperation = (apply: CommandOperation<CommandDraft>['apply']) => ({
    idField: 'id',
    apply,
    maxSetsWritten: maxSetsPerProgram,
  })
  return ownedRecord({
    type: 'PROGRAM',
    typename: 'Program',
    payload: 'program',
    present: async (userId, rows) => present(userId, rows),
    get,
    operations: {
      saveProgram: saveOperation(recordType, readProgram, countDraftSets),
      deleteProgram: deleteOperation(recordType),
      publishProgram: commandOperation(async (userId, draft, path) =>
        commands.publish(userId, readCommand(draft, path), path),
      ),
      archiveProgram: commandOperation(async (userId, draft, path) =>
        commands.archive(userId, readCommand(draft, path), path),
      ),
      copyProgram: {
        idField: 'newId',
        apply: async (userId: string, draft: CopyDraft, path: string, locale: Locale) =>
          commands.copy(userId, readCopy(draft, path), path, locale),
        maxSetsWritten: maxSetsPerProgram,
      },
    },
  })
}
