import { computed } from '@preact/signals'
import type { FavoriteExerciseInput } from '../../../../generated/operations/web-app.js'
import { shownRecords } from './records.js'

/** Identifiers of the favorite exercises. */
export const favorites = computed(() => {
  const records = shownRecords()
  const ids = new Set((records?.list('FAVORITE') ?? []).flatMap(({ record }) => record?.id ?? []))
  for (const { favoriteExercise } of records?.pending().flatMap(({ pending }) => pending) ?? []) {
    const { id = '', favorite = false } = (favoriteExercise ?? {}) as Partial<FavoriteExerciseInput>
    if (favorite) ids.add(id)
    else ids.delete(id)
  }
  return ids
})
