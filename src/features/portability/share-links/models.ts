import type { Optional } from '../../../lib/input-reader.js'
import type { PlannedExercise } from '../../training/programs/models.js'

const sharedItemKinds = ['PROGRAM', 'ROUTINE', 'WORKOUT'] as const

export type SharedItemKind = (typeof sharedItemKinds)[number]

export interface ShareSubject {
  kind: SharedItemKind
  id: string
}

export interface ShareLink {
  id: string
  ownerId: string
  subject: ShareSubject
  createdAt: Date
  /** Null for a link that does not expire. */
  expiresAt: Date | null
}

export interface PlannedSession {
  name: string
  exercises: readonly PlannedExercise[]
}

/** An item as its link shows it. */
export interface SharedItem {
  link: ShareLink
  title: string
  ownerUsername: string
  weekCount: number
  /** The days of a week with exercises. @throws AppError BAD_USER_INPUT */
  days(week: number): Promise<readonly PlannedSession[]>
}

/** The input of `createShareLink`. */
export interface CreateLinkDraft {
  id: string
  subject: { programId?: Optional<string>; routineId?: Optional<string>; workoutId?: Optional<string> }
  expiresAt?: Optional<Date>
}
