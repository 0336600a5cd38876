import { isDeepStrictEqual } from 'node:util'
import { AppError, badUserInputAt } from '../../../errors.js'
import type { WeightUnit } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import { commandRunner, type CommandTarget, type EnrollmentState } from './command-runner.js'
import { latestVersion, type EnrollmentRecordType } from './record-type.js'
import type { PlanReader } from './plan-reader.js'
import type { ProgramVersions } from './program-reader.js'
import { dayPositionKey, type DayPosition } from './progression/plan.js'
import type { AdjustedLoad, Adjustment } from './progression/replay.js'
import { statusOf, unitOf, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'find'>
  recordType: EnrollmentRecordType
  programs: ProgramVersions
  plans: PlanReader
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

const maxAdjustments = 100
/** Every save of a day replays all versions that days were trained in, so their number is limited. */
const maxUpgrades = 20

/** The commands are idempotent: a command that is sent again with the same expected version changes nothing. */
export function enrollmentCommands({
  enrollments,
  recordType,
  programs,
  plans,
  database,
  clock,
}: Dependencies) {
  const runCommand = commandRunner({ enrollments, recordType, database })

  /** @throws AppError BAD_USER_INPUT */
  async function assertTrainingDay(
    userId: string,
    { content, derived }: EnrollmentState,
    position: DayPosition,
    path: string,
  ) {
    const plan = await plans.read(userId, content, derived)
    if (!plan.daysByPosition.has(dayPositionKey(position)))
      throw badUserInputAt(`${path}.day`, 'must be a training day of the program.')
  }

  return {
    pause: (userId: string, to: CommandTarget) =>
      runCommand(userId, to, 'PAUSE', ({ content, derived }) =>
        statusOf(content, derived) === 'ACTIVE' ? { chosenStatus: 'PAUSED' } : null,
      ),

    /** Also resumes an enrollment that was finished before its last day. */
    resume: (userId: string, to: CommandTarget) =>
      runCommand(userId, to, 'RESUME', ({ content, derived, decisions: { resumptions } }) => {
        const isOpen = !derived.isCompleted && statusOf(content, derived) !== 'ACTIVE'
        return isOpen ? { chosenStatus: 'ACTIVE', resumptions: resumptions + 1 } : null
      }),

    finish: (userId: string, to: CommandTarget) =>
      runCommand(userId, to, 'FINISH', ({ content, derived }) =>
        statusOf(content, derived) === 'FINISHED' ? null : { chosenStatus: 'FINISHED' },
      ),

    /** @param path of the input in the request */
    skip: (userId: string, to: CommandTarget, position: DayPosition, path: string) =>
      runCommand(userId, to, `SKIP ${dayPositionKey(position)}`, async state => {
        await assertTrainingDay(userId, state, position, path)
        const { skipped } = state.decisions
        return includesDay(skipped, position) ? null : { skipped: [...skipped, { ...position, at: clock() }] }
      }),

    unskip: (userId: string, to: CommandTarget, position: DayPosition) =>
      runCommand(userId, to, `UNSKIP ${dayPositionKey(position)}`, ({ decisions: { skipped } }) => {
        const remaining = skipped.filter(other => dayPositionKey(other) !== dayPositionKey(position))
        return includesDay(skipped, position) ? { skipped: remaining } : null
      }),

    /** Changes nothing if there is no newer version. */
    upgrade: (userId: string, to: CommandTarget) =>
      runCommand(userId, to, 'UPGRADE', async ({ content, derived, decisions: { upgrades } }) => {
        const latest = await latestVersion(programs, userId, content.programId)
        const isNewer = latest !== null && latest.number > versionNumberOf(content, derived)
        if (!isNewer) return null
        if (upgrades >= maxUpgrades)
          throw new AppError(
            'CONFLICT',
            `An enrollment can be upgraded at most ${maxUpgrades} times. Start a new one.`,
          )
        return { upgradedTo: latest.number, upgrades: upgrades + 1 }
      }),

    /** The record type converts the loads. */
    setUnit: (userId: string, to: CommandTarget, unit: WeightUnit) =>
      runCommand(userId, to, `UNIT ${unit}`, ({ content }) => (unitOf(content) === unit ? null : { unit })),

    /** @param path of the input in the request */
    setLoads: (userId: string, to: CommandTarget, loads: AdjustedLoad[], path: string) =>
      runCommand(
        userId,
        to,
        `LOADS ${fingerprintOf(loads)}`,
        async ({ content, derived, decisions: { adjustments } }) => {
          const { tracks } = await plans.read(userId, content, derived)
          assertKnownTracks(loads, [...tracks.values()], `${path}.loads`)
          // The loads apply after the last trained day, even if a device's clock dated it in the future.
          const at = new Date(Math.max(clock().getTime(), derived.lastStartedAt?.getTime() ?? 0))
          if (loads.length === 0 || isAlreadySet(adjustments.at(-1), loads, derived.lastStartedAt, at))
            return null
          if (adjustments.length >= maxAdjustments)
            throw badUserInputAt(
              `${path}.loads`,
              `can be set at most ${maxAdjustments} times per enrollment.`,
            )
          return {
            adjustments: [...adjustments.map(adjustment => withLatestTime(at, adjustment)), { at, loads }],
          }
        },
      ),
  }
}

export type EnrollmentCommands = ReturnType<typeof enrollmentCommands>

const includesDay = (days: readonly DayPosition[], position: DayPosition) =>
  days.some(other => dayPositionKey(other) === dayPositionKey(position))

/** Returns whether the last adjustment sets the same loads and no day was trained since. */
const isAlreadySet = (
  last: Adjustment | undefined,
  loads: AdjustedLoad[],
  lastStartedAt: Date | null,
  at: Date,
) =>
  last !== undefined &&
  isDeepStrictEqual(last.loads, loads) &&
  (lastStartedAt === null || last.at >= lastStartedAt) &&
  last.at <= at

/**
 * Keeps adjustments in order: an earlier one can be dated later if it followed a workout in the future that was deleted
 * since.
 */
const withLatestTime = (at: Date, adjustment: Adjustment): Adjustment =>
  adjustment.at > at ? { ...adjustment, at } : adjustment

/** @throws AppError BAD_USER_INPUT */
function assertKnownTracks(
  loads: readonly AdjustedLoad[],
  tracks: readonly { exerciseId: string; key: string | null }[],
  path: string,
): void {
  for (const [index, { exerciseId, key }] of loads.entries()) {
    const tracksOfExercise = tracks.filter(track => track.exerciseId === exerciseId)
    if (tracksOfExercise.length === 0)
      throw badUserInputAt(`${path}[${index}].exerciseId`, 'must be the id of an exercise of the program.')
    if (!tracksOfExercise.some(track => track.key === key))
      throw badUserInputAt(`${path}[${index}].key`, 'must be the key of a progression rule of the exercise.')
  }
}
