import { badUserInputAt, conflict } from '../../../../errors.js'
import type { RecordChange, StoredRecord } from '../../../owned/models.js'
import type { OwnedService } from '../../../owned/service.js'
import type { Validator } from '../../../owned/batch.js'
import { exerciseUse } from '../exercise-use.js'
import type { CatalogueService } from '../catalogue-service.js'
import type { ExerciseContent, DeletedExerciseContent } from '../models.js'
import type { FavoriteService } from '../favorites/service.js'

const most = 500

interface Dependencies {
  owned: OwnedService
  catalogue: CatalogueService
  favorites: FavoriteService
}

/** How people's own exercises are written. */
export function customExerciseService({ owned, catalogue, favorites }: Dependencies) {
  const kind = owned.defineRecordType<ExerciseContent, DeletedExerciseContent>({
    type: 'EXERCISE',
    validate: () => judge,
    writesOthers: true,
    async derive(userId, changes, head) {
      const deleted = changes.filter(({ after }) => after === null)
      if (deleted.length > 0)
        await favorites.forget(
          userId,
          deleted.map(({ id }) => id),
        )
      const named = deleted.filter(({ id }) => exerciseUse(head, id) !== undefined)
      return { derived: named.map(change => ({ ...remainsOf(change), type: 'EXERCISE' as const })) }
    },
  })

  owned.reserveIds(async ids => {
    const { byId } = await catalogue.index()
    return ids.filter(id => byId.has(id))
  })

  return kind
}

export type CustomExerciseService = ReturnType<typeof customExerciseService>

const judge: Validator<ExerciseContent> = ({ id, content, expectedVersion, path }, { before, head }) => {
  const isNew = before === null && expectedVersion === null
  if (isNew && (head.counts.EXERCISE ?? 0) >= most)
    throw conflict(`You already have ${most} exercises of your own. Delete one first.`)
  const kept = keptTrackingType(before, exerciseUse(head, id) !== undefined)
  if (kept !== null && kept !== content.trackingType)
    throw badUserInputAt(
      `${path}.trackingType`,
      `must stay ${kept}, because a workout contains the exercise.`,
    )
}

const keptTrackingType = (before: StoredRecord<ExerciseContent> | null, isNamed: boolean) =>
  isNamed && before?.content ? before.content.trackingType : null

function remainsOf({ id, before }: RecordChange<ExerciseContent>): {
  id: string
  set: Record<string, unknown>
} {
  const content = before?.content
  if (!content) return { id, set: {} }
  const { name, primaryMuscles, secondaryMuscles, trackingType } = content
  return {
    id,
    set: { name, primaryMuscles, secondaryMuscles, trackingType } satisfies DeletedExerciseContent,
  }
}
