import { compareKeys, type SortKey } from '../../lib/cursors.js'
import type { SortedList } from '../../lib/pages.js'
import type { Exercise } from './models.js'
import { searchIndex, withoutMarks } from './search-index.js'

interface Ranked {
  exercise: Exercise
  key: SortKey
}

/** The catalogue in memory: by id, sorted by name, and searchable. It is never changed, only replaced. */
export async function catalogueIndex(exercises: Exercise[]) {
  const byId = new Map(exercises.map(exercise => [exercise.id, exercise]))
  const nameKeys = new Map(exercises.map(exercise => [exercise.id, withoutMarks(exercise.name)]))
  const byName = sorted(
    exercises.map(exercise => ({ exercise, key: [nameKeys.get(exercise.id) ?? '', exercise.id] })),
  )
  const search = await searchIndex(exercises)

  return {
    byId,

    /** All of them by name, or those that match by relevance. */
    list(words: string): SortedList<Ranked> {
      if (words === '') return { items: byName, keyOf, exampleKey: ['', ''] }
      const matches = search(words).map(({ id, score }) => ({
        exercise: byId.get(id) as Exercise,
        key: [-score, nameKeys.get(id) ?? '', id],
      }))
      return { items: sorted(matches), keyOf, exampleKey: [0, '', ''] }
    },
  }
}

export type CatalogueIndex = Awaited<ReturnType<typeof catalogueIndex>>

const keyOf = ({ key }: Ranked) => key

function sorted(items: Ranked[]): Ranked[] {
  return items.sort((left, right) => compareKeys(left.key, right.key))
}
