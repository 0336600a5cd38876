import { badUserInputAt, conflict } from '../../../../errors.js'
import type { RecordChange } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import type { Validator } from '../../../owned/record-type.js'
import { exerciseUse } from '../exercise-use.js'
import type { CatalogueService } from '../catalogue-service.js'
import { shareOf } from './present.js'
import type { ExerciseContent, DeletedExerciseContent } from '../models.js'
import type { FavoriteService } from '../favorites/service.js'
import { customExerciseLimitMessage, maxCustomExercises } from './limits.js'

interface Dependencies {
  owned: OwnedService
  catalogue: CatalogueService
  favorites: FavoriteService
}

export function customExerciseService({ owned, catalogue, favorites }: Dependencies) {
  const recordType = owned.defineRecordType<ExerciseContent, DeletedExerciseContent>({
    type: 'EXERCISE',
    prepare: () => ({ validate }),
    writesOthers: true,
    async derive(userId, changes, head) {
      const deleted = changes.filter(({ after }) => after === null)
      if (deleted.length > 0)
        await favorites.removeAll(
          userId,
          deleted.map(({ id }) => id),
        )
      const used = deleted.filter(({ id }) => exerciseUse(head, id) !== undefined)
      return { derived: used.map(change => ({ ...deletedContentPatch(change), type: 'EXERCISE' as const })) }
    },
  })

  owned.reserveIds(async ids => {
    const { byId } = await catalogue.index()
    return ids.filter(id => byId.has(id))
  })

  return recordType
}

export type CustomExerciseService = ReturnType<typeof customExerciseService>

const validate: Validator<ExerciseContent> = ({ id, content, expectedVersion, path }, { before, head }) => {
  const isNew = before === null && expectedVersion === null
  if (isNew && (head.counts.EXERCISE ?? 0) >= maxCustomExercises) throw conflict(customExerciseLimitMessage)
  if (!before?.content || exerciseUse(head, id) === undefined) return
  const kept = { ...before.content, bodyweightShare: shareOf(before.content) }
  for (const field of ['trackingType', 'bodyweightShare'] as const)
    if (kept[field] !== content[field])
      throw badUserInputAt(
        `${path}.${field}`,
        `must stay ${kept[field]}, because a workout contains the exercise.`,
      )
}

function deletedContentPatch({ id, before }: RecordChange<ExerciseContent>): {
  id: string
  set: Record<string, unknown>
} {
  const content = before?.content
  if (!content) return { id, set: {} }
  const { name, category, primaryMuscles, secondaryMuscles, deltoids, trackingType, bodyweightShare } =
    content
  const set = { name, category, primaryMuscles, secondaryMuscles, deltoids, trackingType, bodyweightShare }
  return { id, set: set satisfies DeletedExerciseContent }
}
