import type { StoredRecord } from '../../../owned/models.js'
import type { Exercise, ExerciseContent, DeletedExerciseContent } from '../models.js'
import { defaultContent } from './input.js'

const slugOf = (id: string) => `custom-${id}`

/** The id of the own exercise that has the slug; null for slugs of other exercises. */
export const customExerciseId = (slug: string): string | null =>
  /^custom-([0-9a-f]{24})$/.exec(slug)?.[1] ?? null

/** As its owner sees it; null where nothing is left of it. */
export function toExercise(row: StoredRecord<ExerciseContent, DeletedExerciseContent>): Exercise | null {
  const { id, version, createdAt, updatedAt, deletedAt, content, derived } = row
  const record = { id, slug: slugOf(id), source: 'own' as const, version, createdAt, updatedAt }
  if (content) return { ...content, ...record, isDeleted: false }
  // A tombstone of which nothing is kept has no name.
  return deletedAt && derived?.name ? { ...defaultContent, ...derived, ...record, isDeleted: true } : null
}
