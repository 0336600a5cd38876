import type { TrainedWorkout } from './models.js'

/**
 * A workout as one text: thousands of them are read whole, many times faster than as documents. Its start in
 * milliseconds, then of each exercise the identifier, the sets and the volume in kilograms.
 */
export const packWorkout = ({ startedAt, exercises }: TrainedWorkout): string =>
  [
    startedAt.getTime(),
    ...exercises.flatMap(({ exerciseId, sets, volume }) => [packId(exerciseId), sets, volume]),
  ].join(' ')

/** Hands out the exercises one by one: a list of objects of every workout would take longer than all else. */
export function unpackWorkout(
  text: string,
  each: (packedId: string, sets: number, volume: number) => void,
): void {
  const parts = text.split(' ')
  for (let at = 1; at + 2 < parts.length; at += 3)
    each(parts[at] as string, Number(parts[at + 1]), Number(parts[at + 2]))
}

export const startOf = (text: string): number => parseInt(text, 10)

/** How much room it takes among others of its year. */
export const weightOf = ({ exercises }: Pick<TrainedWorkout, 'exercises'>): number => 1 + exercises.length

const packId = (id: string) => Buffer.from(id, 'hex').toString('base64url')

export const unpackId = (packed: string): string => Buffer.from(packed, 'base64url').toString('hex')
