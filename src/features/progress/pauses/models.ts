import type { CalendarDate } from '../../../lib/calendar.js'
import type { Optional } from '../../../lib/input-reader.js'
import type { PresentedRecord } from '../../owned/record.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    PAUSE: true
  }
}

type PauseReason = 'ILLNESS' | 'INJURY' | 'HOLIDAY' | 'OTHER'

/** Days on which a user does not intend to train. */
export interface PauseContent {
  /** Inclusive. */
  from: CalendarDate
  /** Inclusive. */
  to: CalendarDate
  reason: PauseReason
}

export interface PauseDraft extends PauseContent {
  id: string
  /** The version that was edited; null for a new pause. */
  expectedVersion?: Optional<number>
}

export interface Pause extends PresentedRecord, PauseContent {}
