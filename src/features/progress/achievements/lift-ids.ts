import type { ExerciseService } from '../../training/exercises/service.js'
import { liftSlugs, type Lift, type LiftIds } from './strength.js'

/** Finds the exercises of the catalogue that count for each lift, once. */
export function liftIdReader(exercises: Pick<ExerciseService, 'findBySlugs'>): () => Promise<LiftIds> {
  let known: LiftIds | undefined
  return async () => {
    if (known) return known
    const bySlug = await exercises.findBySlugs(Object.values(liftSlugs).flat())
    const idsOf = (lift: Lift) => liftSlugs[lift].flatMap(slug => bySlug.get(slug)?.id ?? [])
    const ids = { squat: idsOf('squat'), benchPress: idsOf('benchPress'), deadlift: idsOf('deadlift') }
    // The ids of exercises in the catalogue never change.
    if (bySlug.size > 0) known = ids
    return ids
  }
}
