import { computed } from '@preact/signals'
import type { GoalInput } from '../../../../generated/operations/web-app.js'
import { toShownGoal, type Goal } from '../training/goals.js'
import { ownRecords } from './records.js'

/** All goals. What was not sent has no progress yet. */
export const goals = computed(() =>
  ownRecords<Goal>(
    'GOAL',
    'saveGoal',
    record => (record.__typename === 'TrainingGoal' ? record : null),
    input => toShownGoal(input as GoalInput),
  ),
)
