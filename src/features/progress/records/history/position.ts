/** Workouts are ordered by start; those that start at the same time by id. */
export interface Position {
  startedAt: Date
  workoutId: string
}

export function comparePositions(left: Position, right: Position): number {
  const difference = left.startedAt.getTime() - right.startedAt.getTime()
  return difference || (left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId))
}
