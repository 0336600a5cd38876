import { readDraft } from '../../../training/exercises/own/draft.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import { draftOf, importedId } from '../draft.js'
import { addTraits, guessTrackingType, noTraits, type Traits } from '../matching/guess.js'
import { equipmentOf, plainName } from '../matching/matcher.js'
import type { ExercisePlan, Wish } from '../matching/plan.js'
import type { LoggedWorkout, SkippedLine } from '../models.js'
import { openTable } from '../reading/csv.js'
import type { ImportJob } from '../store.js'
import { candidateOf, mostNames, noId, rowCounter, type Source } from './source.js'

interface About extends Pick<ImportJob, 'userId' | 'options'> {
  /** By which dates are judged. */
  now: Date
}

/** Tables of Strong and Hevy, and our own. */
export const tableSource = ({ userId, options, now }: About): Source => ({
  async *survey(bytes) {
    const rows = rowCounter()
    const { workouts, columns } = await openTable(bytes, options, now, rows.count)
    const known = new Map<string, { name: string; traits: Traits }>()
    for await (const found of workouts) {
      yield* rows.news()
      if (!('workout' in found)) continue
      for (const { name, sets } of found.workout.entries) {
        const key = plainName(name)
        const { traits } = known.get(key) ?? { traits: noTraits() }
        if (!known.has(key) && known.size < mostNames) known.set(key, { name, traits })
        for (const set of sets) addTraits(traits, set)
      }
    }
    yield rows.total()
    const wishes = new Map<string, Wish>()
    for (const [key, { name, traits }] of known)
      wishes.set(key, { name, content: contentOf(name, traits, columns.isOwn), origin: null })
    return { wishes, isOwn: columns.isOwn, profile: null }
  },

  async *workouts(bytes, plan) {
    const { workouts, columns } = await openTable(bytes, options, now, () => undefined)
    const exerciseOf = (name: string) => plan.exerciseOf(plainName(name))
    for await (const found of workouts) {
      if (!('workout' in found)) {
        yield found
        continue
      }
      const { workout } = found
      const { line, entries } = workout
      const unknown = [...unknownLines(workout, plan)]
      yield* unknown
      if (entries.length > 0 && entries.every(({ name }) => !exerciseOf(name))) continue
      const id = importedId(userId, columns.source, workout)
      const draft = draftOf(id, workout, options.timezone, exerciseOf)
      yield candidateOf(draft, { line, otherId: null, isOwn: columns.isOwn, bodyWeight: null })
    }
  },
})

/** The lines of exercises that could not be made. */
function* unknownLines({ entries }: LoggedWorkout, plan: ExercisePlan): Generator<SkippedLine> {
  for (const { name, sets } of entries) {
    const key = plainName(name)
    if (plan.exerciseOf(key)) continue
    for (const { line } of sets) yield { line, reason: plan.problemOf(key) }
  }
}

function contentOf(name: string, traits: Traits, isOwn: boolean): ExerciseContent {
  // Our own export says how each load is meant.
  const trackingType = guessTrackingType(isOwn ? null : name, traits)
  const category = trackingType === 'DISTANCE_DURATION' ? ('CARDIO' as const) : ('STRENGTH' as const)
  const draft = { id: noId, name, trackingType, category, equipment: equipmentOf(name) }
  return readDraft(draft, 'exercise').content
}
