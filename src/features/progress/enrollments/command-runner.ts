import { AppError } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import type { WriteResult } from '../../owned/models.js'
import { refusedResult, unchangedResult } from '../../owned/write-result.js'
import type { Decisions, EnrollmentContent, EnrollmentDerived } from './models.js'
import type { EnrollmentRecordType } from './record-type.js'
import { decisionsOf, noDecisions } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'find'>
  recordType: EnrollmentRecordType
  database: Pick<Database, 'transaction'>
}

export interface CommandTarget {
  id: string
  /** Null for the current version. */
  expectedVersion: number | null
}

export interface EnrollmentState {
  content: EnrollmentContent
  derived: EnrollmentDerived
  decisions: Decisions
}

/** Returns the decisions that a command changes; null if it changes nothing. */
type DecisionChange = (
  state: EnrollmentState,
) => Partial<Decisions> | null | Promise<Partial<Decisions> | null>

const maxRememberedCommands = 20

/** Saves the decisions that commands change. A command that is sent again with the same expected version changes nothing. */
export function commandRunner({ enrollments, recordType, database }: Dependencies) {
  async function applyCommand(
    userId: string,
    { id, expectedVersion }: CommandTarget,
    name: string,
    change: DecisionChange,
  ): Promise<WriteResult> {
    const row = await enrollments.find(userId, id)
    // Saving reports the conflict: the id is unknown, deleted or taken.
    if (!row?.content || !row.derived)
      return recordType.save(userId, {
        id,
        expectedVersion: expectedVersion ?? 1,
        content: emptyContent,
        path: '',
      })
    const decisions = decisionsOf(row.content)
    const earlierCommand = decisions.commands.find(
      command => command.name === name && command.version - 1 === expectedVersion,
    )
    if (earlierCommand) return unchangedResult(row, earlierCommand.version)
    const changes = await change({ content: row.content, derived: row.derived, decisions })
    if (!changes) return unchangedResult(row, row.version)
    const version = row.version + 1
    const commands = [{ name, version }, ...decisions.commands].slice(0, maxRememberedCommands)
    const content = { ...row.content, decisions: { ...decisions, ...changes, commands } }
    return recordType.save(userId, { id, expectedVersion: expectedVersion ?? row.version, content, path: '' })
  }

  /**
   * Applies a command in a transaction.
   * @param name identifies the command and its arguments
   * @returns a client error in the result
   */
  return (userId: string, to: CommandTarget, name: string, change: DecisionChange): Promise<WriteResult> =>
    database.transaction(userId, async () => {
      try {
        return await applyCommand(userId, to, name, change)
      } catch (error) {
        if (error instanceof AppError && error.statusCode < 500) return refusedResult(error)
        throw error
      }
    })
}

const emptyContent: EnrollmentContent = {
  programId: '',
  startDate: '',
  timezone: '',
  weekdays: [],
  startingLoads: [],
  unit: null,
  gymId: null,
  decisions: noDecisions,
}
