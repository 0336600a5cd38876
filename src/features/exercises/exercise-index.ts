import type { SortKey } from '../../lib/cursors.js'
import { inSlices, sortedInSlices } from '../../lib/turns.js'
import { alternativesIn, type Alternatives } from './alternatives.js'
import { facetsOf, type Facets } from './facets.js'
import type { Exercise } from './models.js'
import { withoutMarks } from './search/words.js'

/** Exercises in memory, in the order of their names. They are never changed, only replaced. */
export interface ExerciseIndex {
  exercises: readonly Exercise[]
  byId: ReadonlyMap<string, Exercise>
  placeOf: ReadonlyMap<string, number>
  /** By places: what names are ordered by. */
  keys: readonly SortKey[]
  facets: Facets
  alternatives: Alternatives
}

export async function exerciseIndex(unsorted: readonly Exercise[]): Promise<ExerciseIndex> {
  const byKey = new Map<string, { exercise: Exercise; key: SortKey }>()
  await inSlices(unsorted, exercise => {
    const key = [withoutMarks(exercise.name), exercise.id] as const
    byKey.set(key.join('\0'), { exercise, key })
  })
  // Texts alone sort ten times as quickly as anything with a comparison of its own.
  const order = await sortedInSlices([...byKey.keys()])
  const exercises: Exercise[] = []
  const keys: SortKey[] = []
  const [byId, placeOf] = [new Map<string, Exercise>(), new Map<string, number>()]
  await inSlices(order, joined => {
    const known = byKey.get(joined)
    if (!known) return
    const { exercise, key } = known
    byId.set(exercise.id, exercise)
    placeOf.set(exercise.id, exercises.length)
    exercises.push(exercise)
    keys.push(key)
  })
  const [facets, alternatives] = [await facetsOf(exercises), await alternativesIn(exercises)]
  return { exercises, byId, placeOf, keys, facets, alternatives }
}
