import MiniSearch from 'minisearch'
import { compareKeys, type SortKey } from '../../lib/cursors.js'
import type { SortedList } from '../../lib/pages.js'
import { foldCase } from '../../lib/text.js'
import type { Exercise } from './exercise.js'

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
  const search = new MiniSearch<Exercise>({
    fields: ['name', 'aliases', 'primaryMuscles', 'equipment', 'category'],
    extractField: (exercise, field) => String(exercise[field as keyof Exercise]).replace(/[_,]/g, ' '),
    processTerm: withoutMarks,
    searchOptions: {
      boost: { name: 4, aliases: 3 },
      prefix: true,
      // One letter wrong in a word of four to nine letters, two in a longer one.
      fuzzy: term => (term.length > 3 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  // In pieces, so that no request waits for the whole.
  await search.addAllAsync(exercises, { chunkSize: 50 })

  return {
    byId,

    /** All of them by name, or those that match by relevance. */
    list(words: string): SortedList<Ranked> {
      if (words === '') return { items: byName, keyOf, exampleKey: ['', ''] }
      const matches = search.search(words).map(({ id, score }) => ({
        exercise: byId.get(id as string) as Exercise,
        key: [-score, nameKeys.get(id as string) ?? '', id as string],
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

/** Without case and accents, so that they do not matter in a search. */
const withoutMarks = (text: string) => foldCase(text).normalize('NFD').replace(/\p{M}/gu, '')
