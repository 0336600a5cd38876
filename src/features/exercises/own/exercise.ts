import type { Row } from '../../owned/models.js'
import type { Exercise, ExerciseContent, ExerciseRemains } from '../models.js'
import { plain } from './draft.js'

/** As its owner sees it; null where nothing is left of it. */
export function toExercise(row: Row<ExerciseContent, ExerciseRemains>): Exercise | null {
  const { id, version, createdAt, updatedAt, deletedAt, content, derived } = row
  const record = { id, slug: `custom-${id}`, source: 'own' as const, version, createdAt, updatedAt }
  if (content) return { ...content, ...record, isDeleted: false }
  // A tombstone of which nothing is kept has no name.
  return deletedAt && derived?.name ? { ...plain, ...derived, ...record, isDeleted: true } : null
}
