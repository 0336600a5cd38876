import { badUserInputAt } from '../../../errors.js'
import { weekdays, type CalendarDate, type Weekday } from '../../../lib/calendar.js'
import { inputReader, type Optional } from '../../../lib/input-reader.js'
import { setBounds } from '../../../lib/set-bounds.js'
import type { Load } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import type { EnrollmentContent } from './models.js'
import type { Addressee } from './commands.js'
import { trackId, type Place } from './progression/plan.js'
import type { AdjustedLoad } from './progression/replay.js'

/** Far more exercises than anybody trains. */
const maxLoads = 100
const maxKey = 100

export interface EnrollDraft {
  id: string
  programId: string
  startDate: CalendarDate
  timezone: string
  weekdays?: Optional<readonly Weekday[]>
  startingLoads?: Optional<readonly StartingLoadDraft[]>
}

export interface StartingLoadDraft {
  exerciseId: string
  load: Load
}

export interface AdjustedLoadDraft {
  exerciseId: string
  key?: Optional<string>
  load?: Optional<Load>
  targetReps?: Optional<number>
}

/** A command to an enrolment. */
export interface CommandDraft {
  id: string
  expectedVersion?: Optional<number>
}

interface EnrollmentCommandDraft {
  enrollmentId: string
  expectedVersion?: Optional<number>
}

/** A command about a day of an enrollment. */
export type DayCommandDraft = EnrollmentCommandDraft & Place

/** Loads that are set by hand. */
export interface LoadsDraft extends EnrollmentCommandDraft {
  loads: readonly AdjustedLoadDraft[]
}

/** What was sent, in the one form that equal enrolments have. @throws AppError BAD_USER_INPUT */
export function readEnrollment(draft: EnrollDraft, path: string): SaveWrite<EnrollmentContent> {
  const sent = inputReader(draft, path)
  const startingLoads = sent.list('startingLoads', maxLoads, readStartingLoad)
  demandDistinct(
    startingLoads,
    loadOf => loadOf.exerciseId,
    at => `${path}.startingLoads[${at}].exerciseId`,
  )
  const days = sent.list('weekdays', weekdays.length, (day: Weekday) => day)
  demandDistinct(
    days,
    day => day,
    at => `${path}.weekdays[${at}]`,
  )
  return {
    id: sent.id('id'),
    expectedVersion: null,
    content: {
      programId: sent.id('programId'),
      startDate: draft.startDate,
      timezone: sent.timeZone('timezone'),
      weekdays: weekdays.filter(day => days.includes(day)),
      startingLoads: startingLoads.sort((one, other) => (one.exerciseId < other.exerciseId ? -1 : 1)),
      decisions: null,
    },
    path,
  }
}

function readStartingLoad(draft: StartingLoadDraft, path: string) {
  const sent = inputReader(draft, path)
  return { exerciseId: sent.id('exerciseId'), load: demanded(sent.load('load')) }
}

/** @throws AppError BAD_USER_INPUT */
export const readCommand = (draft: CommandDraft, path: string): Addressee => ({
  id: inputReader(draft, path).id('id'),
  expectedVersion: draft.expectedVersion ?? null,
})

/** @throws AppError BAD_USER_INPUT */
export function readDayCommand(draft: DayCommandDraft, path: string): [to: Addressee, place: Place] {
  const { week, day } = draft
  return [readEnrollmentCommand(draft, path), { week, day }]
}

/** @throws AppError BAD_USER_INPUT */
export function readLoads(draft: LoadsDraft, path: string): [to: Addressee, loads: AdjustedLoad[]] {
  const loads = inputReader(draft, path).list('loads', maxLoads, readAdjustedLoad)
  demandDistinct(
    loads,
    ({ exerciseId, key }) => trackId(exerciseId, key),
    at => `${path}.loads[${at}]`,
  )
  return [readEnrollmentCommand(draft, path), loads]
}

const readEnrollmentCommand = (draft: EnrollmentCommandDraft, path: string): Addressee => ({
  id: inputReader(draft, path).id('enrollmentId'),
  expectedVersion: draft.expectedVersion ?? null,
})

function readAdjustedLoad(draft: AdjustedLoadDraft, path: string): AdjustedLoad {
  const sent = inputReader(draft, path)
  const load = sent.load('load')
  const targetReps = sent.whole('targetReps', setBounds.plannedReps)
  if (load === null && targetReps === null) throw badUserInputAt(path, 'must have load or targetReps.')
  return { exerciseId: sent.id('exerciseId'), key: sent.line('key', maxKey), load, targetReps }
}

function demandDistinct<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pathOf: (at: number) => string,
): void {
  const keys = items.map(keyOf)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) < at)
  if (twice >= 0) throw badUserInputAt(pathOf(twice), 'must be unique in the list.')
}

function demanded<Value>(value: Value | null): Value {
  if (value === null) throw new Error('what the schema demands is not there')
  return value
}
