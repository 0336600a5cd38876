/** Where a workout stands in the order in which workouts count. */
export interface Position {
  startedAt: Date
  workoutId: string
}

export function comparePositions(left: Position, right: Position): number {
  const apart = left.startedAt.getTime() - right.startedAt.getTime()
  return apart || (left.workoutId < right.workoutId ? -1 : Number(left.workoutId > right.workoutId))
}
