import { derivedId } from '../../../lib/ids.js'
import { piecesOf } from '../../../lib/pieces.js'
import { inSlices } from '../../../lib/turns.js'
import type { Database } from '../../../platform/database/database.js'
import type { Exercise, ExerciseContent } from '../../exercises/models.js'
import type { ExerciseService } from '../../exercises/service.js'
import type { exerciseWriters } from '../../exercises/writers.js'
import type { KnownExercise } from '../draft.js'
import type { CreatedExercise } from '../models.js'
import type { Tally } from '../tally.js'
import type { Hold } from '../worker.js'
import { exerciseMatcher, plainName, type Match } from './matcher.js'

/** How many exercises of their own a person has at most. */
const mostOwn = 500
const madeAtOnce = 50
/** How often one that was deleted is made anew. */
const mostTries = 5

interface Dependencies {
  exercises: Pick<ExerciseService, 'everything'> & { writers: ReturnType<typeof exerciseWriters> }
  database: Pick<Database, 'transaction'>
}

/** What exercises of a file are; of the others why they are nothing. */
export interface ExercisePlan {
  exerciseOf(key: string): KnownExercise | undefined
  problemOf(key: string): string
}

/** An exercise that a file names. */
export interface Wish {
  /** What the file calls it. */
  name: string
  /** What it is if it has to be made. */
  content: ExerciseContent
  /** Which one it was where the file comes from this service; null for what only its name tells. */
  origin: { id: string; slug: string } | null
}

/** Finds the exercises of a file, and makes those that there are not; of a preview, only says which. */
export function exercisePlanner({ exercises, database }: Dependencies) {
  const { kind } = exercises.writers.saveExercise

  /** @param wishes by what the plan is to be asked by */
  return async (
    userId: string,
    wishes: ReadonlyMap<string, Wish>,
    { counts, created }: Pick<Tally, 'counts' | 'created'>,
    { dryRun, isOwn, hold }: { dryRun: boolean; isOwn: boolean; hold: Hold },
  ): Promise<ExercisePlan> => {
    const { own, catalogue } = await exercises.everything(userId)
    const match = await exerciseMatcher(own, catalogue, isOwn)
    const [byId, bySlug] = [new Map<string, Exercise>(), new Map<string, Exercise>()]
    for (const exercise of [...catalogue, ...own]) byId.set(exercise.id, exercise)
    for (const exercise of catalogue) bySlug.set(exercise.slug, exercise)
    // Of several the first.
    const namesakes = new Map(own.toReversed().map(one => [nameAndType(one), one]))
    const known = new Map<string, KnownExercise>()
    const problems = new Map<string, string>()
    const wanted = new Map<string, Wish>()
    const madeBefore = new Map(counts.created.map(({ id, name }) => [name, id]))

    /** The one that it is, or that is like it. */
    function find({ name, content, origin }: Wish): Match | null {
      if (!origin) return match(name)
      const same = byId.get(origin.id) ?? bySlug.get(origin.slug)
      if (same) return { exercise: same, confidence: 1 }
      // Nobody else's exercise is a person's own: their name says little.
      const namesake = namesakes.get(nameAndType({ name, trackingType: content.trackingType }))
      return namesake ? { exercise: namesake, confidence: 1 } : null
    }

    await inSlices(wishes, ([key, wish]) => {
      const { name } = wish
      // Made before it was cut off.
      const made = byId.get(madeBefore.get(name) ?? '')
      const found = made ? null : find(wish)
      if (made) known.set(key, made)
      else if (!found) wanted.set(key, wish)
      else {
        known.set(key, found.exercise)
        counts.matched.push({ name, exerciseId: found.exercise.id, confidence: found.confidence })
      }
    })

    if (dryRun) preview()
    else await make()

    /** What would be made, as far as there is room. */
    function preview(): void {
      const room = mostOwn - own.length
      for (const [at, [key, { name, content }]] of [...wanted].entries()) {
        if (at >= room) problems.set(key, tooMany)
        else {
          counts.created.push({ id: '', name })
          known.set(key, { id: idOf(userId, key, 0), trackingType: content.trackingType })
        }
      }
    }

    async function make(): Promise<void> {
      let left = [...wanted]
      for (let attempt = 0; attempt < mostTries && left.length > 0; attempt++) {
        const next: typeof left = []
        for (const some of piecesOf(left, madeAtOnce, () => 1)) {
          const { written, made } = await database.transaction(userId, () => save(some, attempt))
          created(made)
          for (const [at, { status, error }] of written.entries()) {
            const [key, wish] = some[at] as (typeof some)[number]
            if (error) problems.set(key, error.message)
            // One that was deleted does not return; it is another one now.
            else if (status === 'CONFLICT') next.push([key, wish])
            else known.set(key, { id: idOf(userId, key, attempt), trackingType: wish.content.trackingType })
          }
        }
        left = next
      }
    }

    /** What is made is remembered with it: when the import is begun anew, it is no exercise that was there before. */
    async function save(some: [string, Wish][], attempt: number) {
      const written = await kind.apply(userId, some.map(saveOf(attempt)))
      const made = some.flatMap(([key, { name }], at): CreatedExercise[] =>
        written[at]?.error || written[at]?.status === 'CONFLICT'
          ? []
          : [{ id: idOf(userId, key, attempt), name }],
      )
      await hold.keep({ created: [...counts.created, ...made] })
      return { written, made }
    }

    function saveOf(attempt: number) {
      return ([key, { content }]: readonly [string, Wish]) => ({
        ...{ id: idOf(userId, key, attempt), expectedVersion: null, content, path: 'exercise' },
      })
    }

    return {
      exerciseOf: key => known.get(key),
      problemOf: key => problems.get(key) ?? tooManyNames,
    }
  }
}

const nameAndType = ({ name, trackingType }: Pick<Exercise, 'name' | 'trackingType'>) =>
  `${trackingType} ${plainName(name)}`

export type ExercisePlanner = ReturnType<typeof exercisePlanner>

const tooMany = `There are ${mostOwn} exercises of your own already: delete one first.`
const tooManyNames = 'The exercise could not be made: the file has too many different ones.'

const idOf = (userId: string, key: string, attempt: number) =>
  derivedId('imported exercise', userId, key, attempt)
