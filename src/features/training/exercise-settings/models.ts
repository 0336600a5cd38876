import type { Load, WeightUnit } from '../../../lib/units.js'
import type { Optional } from '../../../lib/input-reader.js'
import type { Draft } from '../../owned/models.js'
import type { PresentedRecord } from '../../owned/record.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    EXERCISE_SETTINGS: true
  }
}

export interface ExerciseSettingsContent {
  exerciseId: string
  note: string | null
  restSeconds: number | null
  unit: WeightUnit | null
  increment: Load | null
  barName: string | null
}

export interface ExerciseSettingsDraft extends Draft<ExerciseSettingsContent, 'exerciseId'> {
  id: string
  /** The version that was edited; null for new settings. */
  expectedVersion?: Optional<number>
}

export interface ExerciseSettings extends PresentedRecord, ExerciseSettingsContent {}
