import { badUserInputAt, conflict } from '../../../errors.js'
import type { Deletion, RecordChange, Row, Save, Write, Written } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { Judge } from '../../owned/batch.js'
import type { CatalogueService } from '../catalogue-service.js'
import type { ExerciseContent, ExerciseRemains } from '../models.js'
import type { FavoriteService } from './favorite-service.js'

const most = 500

interface Dependencies {
  owned: OwnedService
  catalogue: CatalogueService
  favorites: FavoriteService
}

type Result = Written<ExerciseContent, ExerciseRemains>

/** How people's own exercises are written. */
export function ownExerciseService({ owned, catalogue, favorites }: Dependencies) {
  const kind = owned.kind<ExerciseContent, ExerciseRemains>({
    type: 'EXERCISE',
    judge: () => judge,
    writesOthers: true,
    async follow(userId, changes, { exercises }) {
      const deleted = changes.filter(({ after }) => after === null)
      if (deleted.length > 0)
        await favorites.forget(
          userId,
          deleted.map(({ id }) => id),
        )
      const named = deleted.filter(({ id }) => exercises[id] !== undefined)
      return { derived: named.map(change => ({ ...remainsOf(change), type: 'EXERCISE' as const })) }
    },
  })

  async function apply(userId: string, writes: readonly Write<ExerciseContent>[]): Promise<Result[]> {
    const { byId } = await catalogue.index()
    const possible = writes.filter(({ id }) => !byId.has(id))
    const written = possible.length > 0 ? await kind.apply(userId, possible) : []
    const next = written.values()
    return writes.map(({ id }) => (byId.has(id) ? taken : (next.next().value ?? taken)))
  }

  async function one(userId: string, write: Save<ExerciseContent> | Deletion): Promise<Result> {
    const [written] = await apply(userId, [write])
    return written ?? taken
  }

  return { save: one, remove: one, apply }
}

export type OwnExerciseService = ReturnType<typeof ownExerciseService>

/** An id of the catalogue. */
const taken: Result = {
  ...{ status: 'CONFLICT', conflict: 'ID_TAKEN', version: null },
  ...{ row: null, deletedAt: null, error: null },
}

const judge: Judge<ExerciseContent> = ({ id, content, expectedVersion, path }, { before, head }) => {
  const isNew = before === null && expectedVersion === null
  if (isNew && (head.counts.EXERCISE ?? 0) >= most)
    throw conflict(`There are ${most} exercises of your own already: delete one first.`)
  const kept = keptTrackingType(before, head.exercises[id] !== undefined)
  if (kept !== null && kept !== content.trackingType)
    throw badUserInputAt(`${path}.trackingType`, `must stay ${kept}, because a workout names the exercise.`)
}

const keptTrackingType = (before: Row<ExerciseContent> | null, isNamed: boolean) =>
  isNamed && before?.content ? before.content.trackingType : null

function remainsOf({ id, before }: RecordChange<ExerciseContent>): {
  id: string
  set: Record<string, unknown>
} {
  const content = before?.content
  if (!content) return { id, set: {} }
  const { name, primaryMuscles, secondaryMuscles, trackingType } = content
  return { id, set: { name, primaryMuscles, secondaryMuscles, trackingType } satisfies ExerciseRemains }
}
