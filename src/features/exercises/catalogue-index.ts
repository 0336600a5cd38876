import type { SortKey } from '../../lib/cursors.js'
import type { SortedList } from '../../lib/pages.js'
import { inSlices } from '../../lib/turns.js'
import type { Exercise } from './models.js'
import { searchIndex } from './search/search-index.js'
import { withoutMarks } from './search/words.js'

interface Ranked {
  exercise: Exercise
  key: SortKey
}

/** The catalogue in memory: by id, sorted by name, and searchable. It is never changed, only replaced. */
export async function catalogueIndex(exercises: readonly Exercise[]) {
  const byKey = new Map<string, Ranked>()
  await inSlices(exercises, exercise => {
    const key = [withoutMarks(exercise.name), exercise.id] as const
    byKey.set(key.join('\0'), { exercise, key })
  })
  // Texts alone sort ten times as quickly as anything with a comparison of its own.
  const named = [...byKey.keys()].sort().map(key => byKey.get(key) as Ranked)
  const search = await searchIndex(named.map(({ exercise }) => exercise))
  const ranked = (place: number, ...before: number[]): Ranked => {
    const { exercise, key } = named[place] as Ranked
    return { exercise, key: [...before, ...key] }
  }
  const keyOf = ({ key }: Ranked) => key

  return {
    byId: new Map(exercises.map(exercise => [exercise.id, exercise])),

    /** All of them by name, or those that match by relevance. */
    async list(words: string): Promise<SortedList<Ranked>> {
      if (words === '')
        return { length: named.length, itemAt: place => ranked(place), keyOf, exampleKey: ['', ''] }
      const { places, scores } = await search(words)
      const itemAt = (at: number) => ranked(places[at] ?? 0, -(scores[at] ?? 0))
      return { length: places.length, itemAt, keyOf, exampleKey: [0, '', ''] }
    },
  }
}

export type CatalogueIndex = Awaited<ReturnType<typeof catalogueIndex>>
