import type { Resolvers } from '../../../../generated/resolvers.js'
import { requireViewer } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { ConsentService } from '../../people/consents/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { TrainingHistory } from '../analytics/training-history.js'
import { goalRecord } from './record.js'
import { goalService } from './service.js'
import { goalStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  consents: ConsentService
  exercises: ExerciseService
  bodyWeightHistory: BodyWeightHistory
  trainingHistory: TrainingHistory
  workouts: Pick<WorkoutService, 'addListener' | 'latestTimezone'>
}

export function goals(
  { platform: { database, clock } }: FeatureContext,
  { owned, consents, exercises, bodyWeightHistory, trainingHistory, workouts }: Dependencies,
) {
  const goals = goalService({
    owned,
    goals: goalStore(database),
    history: trainingHistory,
    bodyWeightHistory,
    workouts,
    clock,
  })
  const { record, recordType } = goalRecord({ owned, database, exercises, consents, goals })
  consents.onWithdrawal('BODY_MEASUREMENTS', async userId => {
    const found = await goals.findBodyWeightGoals(userId)
    const deletions = found.map(({ id }) => ({ id, expectedVersion: null }))
    if (deletions.length > 0) await recordType.apply(userId, deletions)
  })
  workouts.addListener(goals.listener)
  bodyWeightHistory.onChange(goals.onBodyWeightChange)
  return {
    services: { goals },
    records: [record],
    resolvers: {
      TrainingGoal: {
        exercise: ({ exerciseId }, _args, context) =>
          exerciseId === null ? null : exercises.find(exerciseId, requireViewer(context).id),
        progress: (goal, _args, context) => goals.progress(requireViewer(context).id, goal),
      },
    } satisfies Resolvers,
  }
}
