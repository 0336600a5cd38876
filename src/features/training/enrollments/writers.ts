import type { SingleWriter, Writer, Written } from '../../owned/models.js'
import type { Addressee, Commands } from './commands.js'
import {
  readCommand,
  readDayCommand,
  readEnrollment,
  readLoads,
  type CommandDraft,
  type DayCommandDraft,
  type EnrollDraft,
  type LoadsDraft,
} from './input.js'
import type { Place } from './progression/plan.js'
import type { EnrollmentService } from './service.js'

/** What a sync may do to enrolments. */
export function enrollmentWriters({ kind, command }: Pick<EnrollmentService, 'kind' | 'command'>) {
  const type = 'ENROLLMENT' as const
  const about = (apply: Commands['pause']) => ({
    type,
    idField: 'id',
    apply: async (userId: string, draft: CommandDraft, path: string) =>
      apply(userId, readCommand(draft, path)),
  })
  const aboutDay = (apply: (...parameters: DayCommand) => Promise<Written>) => ({
    type,
    idField: 'enrollmentId',
    apply: async (userId: string, draft: DayCommandDraft, path: string) =>
      apply(userId, ...readDayCommand(draft, path), path),
  })
  return {
    enroll: {
      ...{ type, kind, read: readEnrollment },
      idField: 'id',
    } satisfies Writer<EnrollDraft>,
    pauseEnrollment: about(command.pause) satisfies SingleWriter<CommandDraft>,
    resumeEnrollment: about(command.resume),
    finishEnrollment: about(command.finish),
    skipProgramDay: aboutDay(command.skip) satisfies SingleWriter<DayCommandDraft>,
    unskipProgramDay: aboutDay(command.unskip),
    upgradeEnrollment: about(command.upgrade),
    setEnrollmentLoads: {
      type,
      idField: 'enrollmentId',
      apply: async (userId, draft, path) => command.setLoads(userId, ...readLoads(draft, path), path),
    } satisfies Writer<LoadsDraft>,
  }
}

type DayCommand = [userId: string, to: Addressee, place: Place, path: string]
