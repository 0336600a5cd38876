import type { Optional } from '../../../lib/input-reader.js'
import type { Load, WeightUnit } from '../../../lib/units.js'
import type { StoredRecord } from '../../owned/models.js'
import type { PresentedRecord } from '../../owned/record.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    GYM: true
  }
}

/** The weights of a gym. Empty lists and null mean unknown. */
export interface GymEquipment {
  bars: { name: string; load: Load }[]
  /** `count` is the number of single plates. */
  plates: { load: Load; count: number }[]
  dumbbells: Load[]
  steps: { machine: Load | null; cable: Load | null }
}

export interface GymContent extends GymEquipment {
  name: string
  unit: WeightUnit
  /** As it was sent: true makes the gym the default one, false gives that up, null keeps it as it is. */
  isDefault: boolean | null
}

export interface GymDerived {
  isDefault: boolean
}

export type GymRow = StoredRecord<GymContent, GymDerived>

export interface Gym extends PresentedRecord, GymEquipment {
  name: string
  unit: WeightUnit
  isDefault: boolean
}

export interface GymDraft {
  id: string
  /** The version that was edited; null for a new gym. */
  expectedVersion?: Optional<number>
  name: string
  unit: WeightUnit
  bars?: Optional<readonly { name: string; load: Load }[]>
  plates?: Optional<readonly { load: Load; count: number }[]>
  dumbbells?: Optional<readonly Load[]>
  steps?: Optional<GymStepsDraft>
  isDefault?: Optional<boolean>
}

export interface GymStepsDraft {
  machine?: Optional<Load>
  cable?: Optional<Load>
}
