import type { WriteResult } from '../../owned/models.js'
import { ownedRecord, presentEach, saveOperation } from '../../owned/record.js'
import type { CommandTarget } from './command-runner.js'
import type { EnrollmentCommands } from './commands.js'
import {
  readCommand,
  readDayCommand,
  readEnrollment,
  readLoads,
  readUnit,
  type CommandDraft,
  type DayCommandDraft,
  type LoadsDraft,
  type UnitDraft,
} from './input.js'
import type { DayPosition } from './progression/plan.js'
import type { EnrollmentService } from './service.js'

export const enrollmentRecord = ({ recordType, commands, present }: EnrollmentService) =>
  ownedRecord({
    type: 'ENROLLMENT',
    typename: 'ProgramEnrollment',
    payload: 'enrollment',
    present: presentEach((row, userId) => present(userId, row)),
    operations: {
      enroll: saveOperation(recordType, readEnrollment),
      pauseEnrollment: commandOperation(commands.pause),
      resumeEnrollment: commandOperation(commands.resume),
      finishEnrollment: commandOperation(commands.finish),
      upgradeEnrollment: commandOperation(commands.upgrade),
      skipProgramDay: dayOperation(commands.skip),
      unskipProgramDay: dayOperation(commands.unskip),
      setEnrollmentUnit: {
        idField: 'enrollmentId',
        apply: async (userId: string, draft: UnitDraft, path: string) =>
          commands.setUnit(userId, ...readUnit(draft, path)),
      },
      setEnrollmentLoads: {
        idField: 'enrollmentId',
        apply: async (userId: string, draft: LoadsDraft, path: string) =>
          commands.setLoads(userId, ...readLoads(draft, path), path),
      },
    },
  })

const commandOperation = (apply: EnrollmentCommands['pause']) => ({
  idField: 'id',
  apply: async (userId: string, draft: CommandDraft, path: string) => apply(userId, readCommand(draft, path)),
})

type DayCommand = (
  userId: string,
  target: CommandTarget,
  position: DayPosition,
  path: string,
) => Promise<WriteResult>

const dayOperation = (apply: DayCommand) => ({
  idField: 'enrollmentId',
  apply: async (userId: string, draft: DayCommandDraft, path: string) =>
    apply(userId, ...readDayCommand(draft, path), path),
})
