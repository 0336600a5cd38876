import { isDeepStrictEqual } from 'node:util'
import { AppError, badUserInputAt } from '../../../errors.js'
import type { Database } from '../../../platform/database/database.js'
import type { WriteResult } from '../../owned/models.js'
import { refusedResult } from '../../owned/service.js'
import { latestVersion, type EnrollmentRecordType } from './kind.js'
import type { CourseReader, ProgramVersions } from './courses.js'
import type { Decisions, EnrollmentContent, EnrollmentDerived, EnrollmentRow } from './models.js'
import { placeKey, type Place } from './progression/plan.js'
import type { AdjustedLoad, Adjustment } from './progression/replay.js'
import { decisionsOf, statusOf, undecided, versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'find'>
  kind: EnrollmentRecordType
  programs: ProgramVersions
  courses: CourseReader
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/** To which enrolment, and in which of its versions. */
export interface Addressee {
  id: string
  /** Null for whichever there is. */
  expectedVersion: number | null
}

interface Standing {
  content: EnrollmentContent
  derived: EnrollmentDerived
  decisions: Decisions
}

/** A change of what was decided; null where it is so already. */
type Decide = (standing: Standing) => Partial<Decisions> | null | Promise<Partial<Decisions> | null>

/** How many commands an enrolment remembers. */
const remembered = 20
/** So often loads can be set by hand in an enrolment. */
const maxAdjustments = 100
/** What was trained in each of its versions is worked out by that version, whenever a day is saved. */
const maxUpgrades = 20

/** What an owner says to an enrolment. Each is known when it is sent again with the version that it was meant for. */
export function commands({ enrollments, kind, programs, courses, database, clock }: Dependencies) {
  async function decide(
    userId: string,
    { id, expectedVersion }: Addressee,
    name: string,
    change: Decide,
  ): Promise<WriteResult> {
    const row = await enrollments.find(userId, id)
    // Whoever has the id, or had it: the way of all records says it.
    if (!row?.content || !row.derived)
      return kind.save(userId, { id, expectedVersion: expectedVersion ?? 1, content: nobodys, path: '' })
    const decisions = decisionsOf(row.content)
    const known = decisions.commands.find(
      command => command.name === name && command.version - 1 === expectedVersion,
    )
    if (known) return unchanged(row, known.version)
    const changes = await change({ content: row.content, derived: row.derived, decisions })
    if (!changes) return unchanged(row, row.version)
    const version = row.version + 1
    const latest = [{ name, version }, ...decisions.commands].slice(0, remembered)
    const content = { ...row.content, decisions: { ...decisions, ...changes, commands: latest } }
    return kind.save(userId, { id, expectedVersion: expectedVersion ?? row.version, content, path: '' })
  }

  const command = (userId: string, to: Addressee, name: string, change: Decide): Promise<WriteResult> =>
    database.transaction(userId, async () => {
      try {
        return await decide(userId, to, name, change)
      } catch (error) {
        if (error instanceof AppError && error.statusCode < 500) return refusedResult(error)
        throw error
      }
    })

  /** @throws AppError BAD_USER_INPUT */
  async function demandDay(userId: string, { content, derived }: Standing, place: Place, path: string) {
    const plan = await courses.plan(userId, content, derived)
    if (!plan.byPlace.has(placeKey(place)))
      throw badUserInputAt(`${path}.day`, 'must be a training day of the program.')
  }

  return {
    pause: (userId: string, to: Addressee) =>
      command(userId, to, 'PAUSE', ({ content, derived }) =>
        statusOf(content, derived) === 'ACTIVE' ? { wish: 'PAUSED' } : null,
      ),

    /** Also what was finished before its last day. */
    resume: (userId: string, to: Addressee) =>
      command(userId, to, 'RESUME', ({ content, derived, decisions: { resumptions } }) => {
        const isOpen = !derived.isCompleted && statusOf(content, derived) !== 'ACTIVE'
        return isOpen ? { wish: 'ACTIVE', resumptions: resumptions + 1 } : null
      }),

    finish: (userId: string, to: Addressee) =>
      command(userId, to, 'FINISH', ({ content, derived }) =>
        statusOf(content, derived) === 'FINISHED' ? null : { wish: 'FINISHED' },
      ),

    /** @param path of the input in the request */
    skip: (userId: string, to: Addressee, place: Place, path: string) =>
      command(userId, to, `SKIP ${placeKey(place)}`, async standing => {
        await demandDay(userId, standing, place, path)
        const { skipped } = standing.decisions
        return isAmong(skipped, place) ? null : { skipped: [...skipped, { ...place, at: clock() }] }
      }),

    unskip: (userId: string, to: Addressee, place: Place) =>
      command(userId, to, `UNSKIP ${placeKey(place)}`, ({ decisions: { skipped } }) => {
        const left = skipped.filter(one => placeKey(one) !== placeKey(place))
        return isAmong(skipped, place) ? { skipped: left } : null
      }),

    /** Where there is no newer version, nothing changes. */
    upgrade: (userId: string, to: Addressee) =>
      command(userId, to, 'UPGRADE', async ({ content, derived, decisions: { upgrades } }) => {
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

    /** @param path of the input in the request */
    setLoads: (userId: string, to: Addressee, loads: AdjustedLoad[], path: string) =>
      command(
        userId,
        to,
        `LOADS ${fingerprintOf(loads)}`,
        async ({ content, derived, decisions: { adjustments } }) => {
          const { tracks } = await courses.plan(userId, content, derived)
          demandTracks(loads, [...tracks.values()], `${path}.loads`)
          // From the next day on: after what has been trained, whatever the clock of the phone said.
          const at = new Date(Math.max(clock().getTime(), derived.lastStartedAt?.getTime() ?? 0))
          if (loads.length === 0 || isLatest(adjustments.at(-1), loads, derived.lastStartedAt, at))
            return null
          if (adjustments.length >= maxAdjustments)
            throw badUserInputAt(
              `${path}.loads`,
              `can be set at most ${maxAdjustments} times per enrollment.`,
            )
          return { adjustments: [...adjustments.map(one => upTo(at, one)), { at, loads }] }
        },
      ),
  }
}

export type Commands = ReturnType<typeof commands>

const nobodys: EnrollmentContent = {
  ...{ programId: '', startDate: '', timezone: '', weekdays: [], startingLoads: [] },
  decisions: undecided,
}

const isAmong = (places: readonly Place[], place: Place) =>
  places.some(one => placeKey(one) === placeKey(place))

/** Whether nothing was trained since the same loads were set, which count from then on. */
const isLatest = (
  last: Adjustment | undefined,
  loads: AdjustedLoad[],
  lastStartedAt: Date | null,
  at: Date,
) =>
  last !== undefined &&
  isDeepStrictEqual(last.loads, loads) &&
  (lastStartedAt === null || last.at >= lastStartedAt) &&
  last.at <= at

/** What was set after a workout that lay ahead, and has been deleted since, came before what is set now. */
const upTo = (at: Date, adjustment: Adjustment): Adjustment =>
  adjustment.at > at ? { ...adjustment, at } : adjustment

/** @throws AppError BAD_USER_INPUT */
function demandTracks(
  loads: readonly AdjustedLoad[],
  tracks: readonly { exerciseId: string; key: string | null }[],
  path: string,
): void {
  for (const [at, { exerciseId, key }] of loads.entries()) {
    const its = tracks.filter(track => track.exerciseId === exerciseId)
    if (its.length === 0)
      throw badUserInputAt(`${path}[${at}].exerciseId`, 'must be the id of an exercise of the program.')
    if (!its.some(track => track.key === key))
      throw badUserInputAt(`${path}[${at}].key`, 'must be the key of a progression rule of the exercise.')
  }
}

const unchanged = (row: EnrollmentRow, version: number): WriteResult => ({
  ...{ status: 'UNCHANGED', conflict: null, version, row, deletedAt: null, error: null },
})
