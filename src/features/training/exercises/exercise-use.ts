import type { DerivedWrites, Head } from '../../owned/models.js'

/** How a user's workouts use an exercise. */
export interface ExerciseUse {
  /** The number of completed workouts in which the exercise was performed. */
  timesPerformed: number
  /** The start of the latest of these workouts. */
  lastPerformedAt: Date | null
  /** The number of workouts that contain the exercise, including those in progress and those without completed sets. */
  workoutCount: number
  /** A summary of the exercise's history. Only the feature that derives it reads it. */
  summary: string
}

/** By exercise id. */
export type ExerciseUses = Readonly<Record<string, ExerciseUse>>

type Stored = Readonly<Record<string, string>>

const storedUses = ({ parts }: Pick<Head, 'parts'>): Stored => (parts['exercises'] ?? {}) as Stored

export const exerciseUses = (head: Pick<Head, 'parts'>): ExerciseUses =>
  Object.fromEntries(Object.entries(storedUses(head)).map(([id, text]) => [id, unpackUse(text)]))

/** Undefined for an exercise that no workout contains. */
export function exerciseUse(head: Pick<Head, 'parts'>, exerciseId: string): ExerciseUse | undefined {
  const text = storedUses(head)[exerciseId]
  return text === undefined ? undefined : unpackUse(text)
}

export const exerciseIdsInUse = (head: Pick<Head, 'parts'>): string[] => Object.keys(storedUses(head))

/**
 * The writes for changed uses. They release deleted exercises that no workout contains any more.
 * @param uses null for an exercise that no workout contains any more
 */
export function exerciseUseWrites(
  uses: Readonly<Record<string, ExerciseUse | null>>,
): Pick<Required<DerivedWrites>, 'head' | 'released'> {
  const entries = Object.entries(uses)
  const unused = entries.filter(([, use]) => use === null).map(([id]) => id)
  return {
    head: Object.fromEntries(entries.map(([id, use]) => [`exercises.${id}`, use && packUse(use)])),
    released: { type: 'EXERCISE', ids: unused },
  }
}

// Each use is stored as one string, because every write reads the uses of hundreds of exercises.
const packUse = ({ timesPerformed, lastPerformedAt, workoutCount, summary }: ExerciseUse): string =>
  [timesPerformed, workoutCount, lastPerformedAt?.getTime() ?? '', summary].join(' ')

function unpackUse(text: string): ExerciseUse {
  const [timesPerformed, workoutCount, last = '', ...summary] = text.split(' ')
  return {
    timesPerformed: Number(timesPerformed),
    workoutCount: Number(workoutCount),
    lastPerformedAt: last === '' ? null : new Date(Number(last)),
    summary: summary.join(' '),
  }
}
