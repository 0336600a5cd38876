import type { Optional } from '../../../lib/input-reader.js'
import type { StoredRecord } from '../../owned/models.js'
import type { PresentedRecord } from '../../owned/record.js'
import type { PlannedExercise, PlannedExerciseDraft } from '../programs/models.js'

declare module '../../owned/models.js' {
  interface OwnedTypes {
    ROUTINE: true
    ROUTINE_FOLDER: true
  }
}

/** A planned session without a program. */
export interface RoutineContent {
  title: string
  notes: string | null
  folderId: string | null
  position: number
  exercises: PlannedExercise[]
}

export interface RoutineDerived {
  /** The folder of the content, if it was deleted since. */
  deletedFolderId: string | null
}

export type RoutineRow = StoredRecord<RoutineContent, RoutineDerived>

export interface Routine extends PresentedRecord, RoutineContent {}

export interface RoutineDraft {
  id: string
  /** The version that was edited; null for a new routine. */
  expectedVersion?: Optional<number>
  title: string
  notes?: Optional<string>
  folderId?: Optional<string>
  position?: Optional<number>
  exercises: readonly PlannedExerciseDraft[]
}

export interface FolderContent {
  title: string
  position: number
}

export interface RoutineFolder extends PresentedRecord, FolderContent {}

export interface FolderDraft {
  id: string
  /** The version that was edited; null for a new folder. */
  expectedVersion?: Optional<number>
  title: string
  position?: Optional<number>
}

/** The input of creating a routine from a workout. */
export interface FromWorkoutDraft {
  id: string
  workoutId: string
  title?: Optional<string>
}
