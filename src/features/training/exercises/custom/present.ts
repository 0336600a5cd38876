import type { StoredRecord } from '../../../owned/models.js'
import type { Exercise, ExerciseContent, DeletedExerciseContent } from '../models.js'
import { defaultContent } from './input.js'

const slugForId = (id: string) => `custom-${id}`

/** The id in the slug of a custom exercise; null for slugs of other exercises. */
export const customExerciseId = (slug: string): string | null =>
  /^custom-([0-9a-f]{24})$/.exec(slug)?.[1] ?? null

/** Exercises that were saved before the share was introduced have none. */
export const shareOf = ({ bodyweightShare }: Partial<ExerciseContent>): number =>
  bodyweightShare ?? defaultContent.bodyweightShare

/** Null for a deleted exercise that no workout contains. */
export function toExercise(row: StoredRecord<ExerciseContent, DeletedExerciseContent>): Exercise | null {
  const { id, version, createdAt, updatedAt, deletedAt, content, derived } = row
  const record = { id, slug: slugForId(id), source: 'own' as const, version, createdAt, updatedAt }
  if (content)
    return { ...defaultContent, ...content, ...record, bodyweightShare: shareOf(content), isDeleted: false }

  return deletedAt && derived?.name ? { ...defaultContent, ...derived, ...record, isDeleted: true } : null
}
