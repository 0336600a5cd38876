import { derivedId } from '../../../lib/ids.js'
import { inSlices } from '../../../lib/turns.js'
import type { ExerciseContent } from '../../exercises/models.js'
import type { ExerciseService } from '../../exercises/service.js'
import type { exerciseWriters } from '../../exercises/writers.js'
import type { KnownExercise } from '../draft.js'
import type { Tally } from '../tally.js'
import { guessTrackingType, type Traits } from './guess.js'
import { equipmentOf, exerciseMatcher, plainName } from './matcher.js'

/** How many exercises of their own a person has at most. */
const mostOwn = 500
const madeAtOnce = 50
/** How often one that was deleted is made anew. */
const mostTries = 5

interface Dependencies {
  exercises: Pick<ExerciseService, 'everything'> & { writers: ReturnType<typeof exerciseWriters> }
}

/** What the names of a file stand for; of the others why they stand for nothing. */
export interface ExercisePlan {
  exerciseOf(name: string): KnownExercise | undefined
  problemOf(name: string): string
}

interface Wanted {
  name: string
  content: ExerciseContent
}

/** Finds the exercises of a file, and makes those that there are not; of a preview, only says which. */
export function exercisePlanner({ exercises }: Dependencies) {
  const { read, kind } = exercises.writers.saveExercise

  return async (
    userId: string,
    names: ReadonlyMap<string, Traits>,
    { counts }: Pick<Tally, 'counts'>,
    dryRun: boolean,
  ): Promise<ExercisePlan> => {
    const { own, catalogue } = await exercises.everything(userId)
    const match = await exerciseMatcher(own, catalogue)
    const ownById = new Map(own.map(exercise => [exercise.id, exercise]))
    const known = new Map<string, KnownExercise>()
    const problems = new Map<string, string>()
    const wanted = new Map<string, Wanted>()
    // Those that it had made before it was cut off.
    for (const { id, name } of counts.created) {
      const exercise = ownById.get(id)
      if (exercise) known.set(plainName(name), exercise)
    }
    await inSlices(names, ([name, traits]) => {
      const plain = plainName(name)
      if (known.has(plain) || wanted.has(plain)) return
      const found = match(name)
      if (!found) return void wanted.set(plain, { name, content: contentOf(name, traits) })
      known.set(plain, found.exercise)
      counts.matched.push({ name, exerciseId: found.exercise.id, confidence: found.confidence })
    })

    if (dryRun) preview()
    else await make()

    /** What would be made, as far as there is room. */
    function preview(): void {
      const room = mostOwn - own.length
      for (const [at, [plain, { name, content }]] of [...wanted].entries()) {
        if (at >= room) problems.set(plain, tooMany)
        else {
          counts.created.push({ id: '', name })
          known.set(plain, { id: idOf(userId, plain, 0), trackingType: content.trackingType })
        }
      }
    }

    async function make(): Promise<void> {
      let left = [...wanted]
      for (let attempt = 0; attempt < mostTries && left.length > 0; attempt++) {
        const next: typeof left = []
        for (let from = 0; from < left.length; from += madeAtOnce) {
          const some = left.slice(from, from + madeAtOnce)
          const written = await kind.apply(
            userId,
            some.map(([plain, { content }]) => ({
              ...{ id: idOf(userId, plain, attempt), expectedVersion: null, content, path: 'exercise' },
            })),
          )
          for (const [at, { status, error }] of written.entries()) {
            const [plain, { name, content }] = some[at] as (typeof some)[number]
            const id = idOf(userId, plain, attempt)
            if (error) problems.set(plain, error.message)
            // One that was deleted does not return; it is another one now.
            else if (status === 'CONFLICT') next.push([plain, { name, content }])
            else {
              known.set(plain, { id, trackingType: content.trackingType })
              counts.created.push({ id, name })
            }
          }
        }
        left = next
      }
    }

    return {
      exerciseOf: name => known.get(plainName(name)),
      problemOf: name => problems.get(plainName(name)) ?? tooManyNames,
    }
  }

  function contentOf(name: string, traits: Traits): ExerciseContent {
    const trackingType = guessTrackingType(name, traits)
    const isCardio = trackingType === 'DISTANCE_DURATION'
    const draft = { id: '0'.repeat(24), name, trackingType, equipment: equipmentOf(name) }
    return read({ ...draft, category: isCardio ? 'CARDIO' : 'STRENGTH' }, 'exercise').content
  }
}

export type ExercisePlanner = ReturnType<typeof exercisePlanner>

const tooMany = `There are ${mostOwn} exercises of your own already: delete one first.`
const tooManyNames = 'The exercise could not be made: the file has too many different ones.'

const idOf = (userId: string, plain: string, attempt: number) =>
  derivedId('imported exercise', userId, plain, attempt)
