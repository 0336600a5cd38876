import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { parse } from 'graphql'

const operation = <Data, Variables>(text: string) => parse(text) as TypedDocumentNode<Data, Variables>

interface Measured {
  id: string
  version: number
  date: string
  weight: { value: number; unit: string } | null
}

/** The output has the same fields, with the version. */
type MeasurementInput = Omit<Measured, 'version'> & { expectedVersion: number | null }

export const SaveMeasurement = operation<
  { saveMeasurement: { conflict: string | null; measurement: Measured | null } | null },
  { input: MeasurementInput }
>(`mutation SaveMeasurement($input: MeasurementInput!) {
  saveMeasurement(input: $input) { conflict measurement { id version date weight { value unit } } }
}`)

export interface Photo {
  id: string
  size: number
  url: string
}

export const Album = operation<
  { progressPhotos: { totalCount: number | null; edges: { node: Photo }[] } | null },
  Record<string, never>
>('query Album { progressPhotos(first: 100) { totalCount edges { node { id size url } } } }')

interface Change {
  type: string
  recordId: string
  version: number
  deletedAt: string | null
  record: object | null
}

const copy = `... on Workout {
  workoutTitle workoutStatus startedAt endedAt timezone notes rating programDay { enrollmentId week day }
  exercises { entryId exerciseId supersetId notes restSeconds sets {
    setId type loadMode load { value unit } reps durationSeconds distanceMeters rpe rir restSeconds
    target { minReps } completedAt
  } }
}
... on Measurement { date weight { value unit } }
... on ProgressPhoto { size }`

/** Reads the change feed as an app does that stores workouts, measurements and photos. */
export const Changes = operation<
  { changes: { changes: Change[]; cursor: string; hasMore: boolean } | null },
  { since: string | null }
>(`query Changes($since: String) {
  changes(since: $since, first: 100) {
    changes { type recordId version deletedAt record { id version ${copy} } } cursor hasMore
  }
}`)
