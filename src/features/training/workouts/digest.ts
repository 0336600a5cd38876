import type { Load } from '../../../lib/units.js'
import type { AchievedChange } from '../../progress/achievements/models.js'
import type { TrainedChange } from '../../progress/analytics/models.js'
import type { Exercise } from '../exercises/models.js'
import type { WorkoutChange } from '../../progress/records/models.js'
import type { WorkoutContent } from './models.js'
import { performedWorkout } from './performed.js'
import type { WorkoutRow } from './store.js'
import { achievedWorkout, trainedWorkout } from './trained.js'

/** What has become of a workout, as those see it who follow. */
export interface WorkoutDigest {
  performed: WorkoutChange
  trained: TrainedChange
  achieved: AchievedChange
}

interface Change {
  id: string
  before: WorkoutRow | null
  after: Pick<WorkoutRow, 'content'> | null
}

/** @param bodyWeight from now on; before, it was what the workout was settled with */
export function digestOf(
  { id, before, after }: Change,
  bodyWeight: Load | null,
  known: ReadonlyMap<string, Exercise>,
): WorkoutDigest {
  const settled = before?.derived?.bodyWeight ?? null
  const both = <Seen>(see: (content: WorkoutContent, weight: Load | null) => Seen) => ({
    id,
    before: before?.content ? see(before.content, settled) : null,
    after: after?.content ? see(after.content, bodyWeight) : null,
  })
  return {
    performed: {
      kept: before?.derived?.kept ?? null,
      ...both((content, weight) => performedWorkout(id, content, weight, known)),
    },
    trained: both(trainedWorkout),
    achieved: both(achievedWorkout),
  }
}
