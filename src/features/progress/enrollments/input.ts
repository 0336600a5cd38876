import { badUserInputAt } from '../../../errors.js'
import { weekdays, type CalendarDate, type Weekday } from '../../../lib/calendar.js'
import { inputReader, type Optional } from '../../../lib/input-reader.js'
import { setBounds } from '../../../lib/set-bounds.js'
import type { Load, WeightUnit } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import type { EnrollmentContent } from './models.js'
import type { CommandTarget } from './command-runner.js'
import { trackId, type DayPosition } from './progression/plan.js'
import type { AdjustedLoad } from './progression/replay.js'

const maxLoads = 100
const maxKeyLength = 100

interface EnrollDraft {
  id: string
  programId: string
  startDate: CalendarDate
  timezone: string
  weekdays?: Optional<readonly Weekday[]>
  startingLoads?: Optional<readonly StartingLoadDraft[]>
  unit?: Optional<WeightUnit>
  gymId?: Optional<string>
}

interface StartingLoadDraft {
  exerciseId: string
  load: Load
}

interface AdjustedLoadDraft {
  exerciseId: string
  key?: Optional<string>
  load?: Optional<Load>
  targetReps?: Optional<number>
}

export interface CommandDraft {
  id: string
  expectedVersion?: Optional<number>
}

interface EnrollmentCommandDraft {
  enrollmentId: string
  expectedVersion?: Optional<number>
}

export type DayCommandDraft = EnrollmentCommandDraft & DayPosition

export interface UnitDraft extends EnrollmentCommandDraft {
  unit: WeightUnit
}

export interface LoadsDraft extends EnrollmentCommandDraft {
  loads: readonly AdjustedLoadDraft[]
}

/** Parses and normalizes an enrollment. @throws AppError BAD_USER_INPUT */
export function readEnrollment(draft: EnrollDraft, path: string): SaveWrite<EnrollmentContent> {
  const reader = inputReader(draft, path)
  const startingLoads = reader.list('startingLoads', maxLoads, readStartingLoad)
  assertDistinct(
    startingLoads,
    ({ exerciseId }) => exerciseId,
    index => `${path}.startingLoads[${index}].exerciseId`,
  )
  const days = reader.list('weekdays', weekdays.length, (day: Weekday) => day)
  assertDistinct(
    days,
    day => day,
    index => `${path}.weekdays[${index}]`,
  )
  return {
    id: reader.id('id'),
    expectedVersion: null,
    content: {
      programId: reader.id('programId'),
      startDate: draft.startDate,
      timezone: reader.timeZone('timezone'),
      weekdays: weekdays.filter(day => days.includes(day)),
      startingLoads: startingLoads.sort((left, right) => (left.exerciseId < right.exerciseId ? -1 : 1)),
      unit: draft.unit ?? null,
      gymId: reader.id('gymId'),
      decisions: null,
    },
    path,
  }
}

function readStartingLoad(draft: StartingLoadDraft, path: string) {
  const reader = inputReader(draft, path)
  return { exerciseId: reader.id('exerciseId'), load: required(reader.load('load')) }
}

/** @throws AppError BAD_USER_INPUT */
export const readCommand = (draft: CommandDraft, path: string): CommandTarget => ({
  id: inputReader(draft, path).id('id'),
  expectedVersion: draft.expectedVersion ?? null,
})

/** @throws AppError BAD_USER_INPUT */
export function readDayCommand(
  draft: DayCommandDraft,
  path: string,
): [target: CommandTarget, position: DayPosition] {
  const { week, day } = draft
  return [readEnrollmentCommand(draft, path), { week, day }]
}

/** @throws AppError BAD_USER_INPUT */
export const readUnit = (draft: UnitDraft, path: string): [target: CommandTarget, unit: WeightUnit] => [
  readEnrollmentCommand(draft, path),
  draft.unit,
]

/** @throws AppError BAD_USER_INPUT */
export function readLoads(draft: LoadsDraft, path: string): [target: CommandTarget, loads: AdjustedLoad[]] {
  const loads = inputReader(draft, path).list('loads', maxLoads, readAdjustedLoad)
  assertDistinct(
    loads,
    ({ exerciseId, key }) => trackId(exerciseId, key),
    index => `${path}.loads[${index}]`,
  )
  return [readEnrollmentCommand(draft, path), loads]
}

const readEnrollmentCommand = (draft: EnrollmentCommandDraft, path: string): CommandTarget => ({
  id: inputReader(draft, path).id('enrollmentId'),
  expectedVersion: draft.expectedVersion ?? null,
})

function readAdjustedLoad(draft: AdjustedLoadDraft, path: string): AdjustedLoad {
  const reader = inputReader(draft, path)
  const load = reader.load('load')
  const targetReps = reader.integer('targetReps', setBounds.plannedReps)
  if (load === null && targetReps === null) throw badUserInputAt(path, 'must have load or targetReps.')
  return { exerciseId: reader.id('exerciseId'), key: reader.line('key', maxKeyLength), load, targetReps }
}

/** @throws AppError BAD_USER_INPUT */
function assertDistinct<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  pathOf: (index: number) => string,
): void {
  const keys = items.map(keyOf)
  const duplicate = keys.findIndex((key, index) => keys.indexOf(key) < index)
  if (duplicate >= 0) throw badUserInputAt(pathOf(duplicate), 'must be unique in the list.')
}

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('a value that the schema requires is missing')
  return value
}
