import { badUserInputAt, conflict } from '../../../errors.js'
import {
  dayNumberOf,
  earliestDateAt,
  latestDateAt,
  addYears,
  type CalendarDate,
} from '../../../lib/calendar.js'
import type { FeatureContext } from '../../feature.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { SaveWrite, StoredRecord } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import { maxPauses } from './limits.js'
import { readPause } from './input.js'
import type { Pause, PauseContent } from './models.js'

const maxDays = 90
const maxAgeYears = 60
const maxYearsAhead = 1

interface Dependencies extends Pick<FeatureContext['platform'], 'database' | 'clock'> {
  owned: OwnedService
}

export const pauseRecord = ({ owned, database, clock }: Dependencies) =>
  declareRecord(
    { owned, database },
    {
      type: 'PAUSE',
      typename: 'Pause',
      payload: 'pause',
      list: {
        field: 'pauses',
        order: { field: 'content.from', type: 'string', direction: -1 },
        maxCount: maxPauses,
        filter: rangeFilter,
      },
      present: presentPause,
      excludes: (pause, other) => pause.from <= other.to && other.from <= pause.to,

      prepare() {
        const now = clock()
        return {
          validate(save, { before, head }) {
            assertDates(save, now)
            if (before === null && (head.counts.PAUSE ?? 0) >= maxPauses)
              throw conflict(`You already have ${maxPauses} pauses. Delete one first.`)
          },
        }
      },

      operations: recordType => ({
        savePause: saveOperation(recordType, readPause),
        deletePause: deleteOperation(recordType),
      }),
    },
  )

/** @throws AppError BAD_USER_INPUT */
function assertDates({ content: { from, to }, path }: SaveWrite<PauseContent>, now: Date): void {
  if (from < addYears(earliestDateAt(now), -maxAgeYears))
    throw badUserInputAt(`${path}.from`, `must be at most ${maxAgeYears} years ago.`)
  if (from > addYears(latestDateAt(now), maxYearsAhead))
    throw badUserInputAt(`${path}.from`, 'must be at most one year ahead.')
  if (to < from) throw badUserInputAt(`${path}.to`, 'must not be before from.')
  if (dayNumberOf(to) - dayNumberOf(from) >= maxDays)
    throw badUserInputAt(`${path}.to`, `must end a pause of at most ${maxDays} days.`)
}

interface Range {
  from?: CalendarDate | null
  to?: CalendarDate | null
}

/** Selects the pauses with a day in the range. @throws AppError BAD_USER_INPUT */
function rangeFilter({ from = null, to = null }: Range) {
  if (from !== null && to !== null && to < from) throw badUserInputAt('to', 'must not be before from.')
  return {
    ...(from !== null && { 'content.to': { $gte: from } }),
    ...(to !== null && { 'content.from': { $lte: to } }),
  }
}

function presentPause({
  id,
  version,
  createdAt,
  updatedAt,
  content,
}: StoredRecord<PauseContent>): Pause | null {
  return content && { id, version, createdAt, updatedAt, ...content }
}
