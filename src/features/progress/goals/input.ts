import { badUserInputAt } from '../../../errors.js'
import { addYears } from '../../../lib/calendar.js'
import type { TrackingType } from '../../../lib/exercise-vocabulary.js'
import { inputReader, type Range } from '../../../lib/input-reader.js'
import { formatCount } from '../../../lib/plural.js'
import { kilogramsPer } from '../../../lib/units.js'
import type { SaveWrite } from '../../owned/models.js'
import type { GoalContent, GoalDraft, GoalKind } from './models.js'

const maxYears = 10

interface Requirements {
  /** The tracking types of the exercises that a goal can have; null for a goal without an exercise. */
  trackingTypes: readonly TrackingType[] | null
  hasUnit: boolean
  /** The range of the target, in kilograms if it has a unit. */
  target: Range
}

const withLoadAndReps: readonly TrackingType[] = ['WEIGHT_REPS', 'BODYWEIGHT_REPS', 'REPS_ONLY']

export const requirementsOf: Record<GoalKind, Requirements> = {
  ONE_RM: { trackingTypes: withLoadAndReps, hasUnit: true, target: [1, 1500] },
  LOAD: { trackingTypes: withLoadAndReps, hasUnit: true, target: [1, 1500] },
  BODY_WEIGHT: { trackingTypes: null, hasUnit: true, target: [20, 500] },
  SESSIONS_PER_WEEK: { trackingTypes: null, hasUnit: false, target: [1, 14] },
  DISTANCE: {
    trackingTypes: ['DISTANCE_DURATION', 'SHORT_DISTANCE_WEIGHT'],
    hasUnit: false,
    target: [1, 1_000_000],
  },
}

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readGoal(draft: GoalDraft, path: string): SaveWrite<GoalContent> {
  const { kind, startsOn, endsOn = null } = draft
  const goal = inputReader(draft, path)
  const [id, exerciseId] = [goal.id('id'), goal.id('exerciseId') ?? null]
  const { trackingTypes, hasUnit, target } = requirementsOf[kind]
  const expect = (field: 'exerciseId' | 'unit' | 'reps', isExpected: boolean, isOptional = false) => {
    const isGiven = draft[field] != null
    if (isExpected && !isGiven && !isOptional)
      throw badUserInputAt(goal.at(field), `is required for a goal of the kind ${kind}.`)
    if (!isExpected && isGiven)
      throw badUserInputAt(goal.at(field), `must be null for a goal of the kind ${kind}.`)
  }
  expect('exerciseId', trackingTypes !== null)
  expect('unit', hasUnit)
  expect('reps', kind === 'LOAD', true)
  assertTarget(draft, target, goal.at('target'))
  if (endsOn !== null && endsOn < startsOn)
    throw badUserInputAt(goal.at('endsOn'), 'must not be before startsOn.')
  if (endsOn !== null && endsOn > addYears(startsOn, maxYears))
    throw badUserInputAt(goal.at('endsOn'), `must be at most ${maxYears} years after startsOn.`)
  return {
    id,
    expectedVersion: draft.expectedVersion ?? null,
    content: {
      kind,
      exerciseId,
      target: draft.target,
      unit: draft.unit ?? null,
      reps: kind === 'LOAD' ? (goal.integer('reps', [1, 15]) ?? 1) : null,
      startsOn,
      endsOn,
    },
    path,
  }
}

/** @throws AppError BAD_USER_INPUT */
function assertTarget({ kind, target, unit }: GoalDraft, [min, max]: Range, field: string): void {
  const base = unit ? target * kilogramsPer[unit] : target
  const isWhole = kind !== 'SESSIONS_PER_WEEK' || Number.isInteger(target)
  if (base >= min && base <= max && isWhole) return
  const range = `between ${formatCount(min)} and ${formatCount(max)}`
  if (kind === 'SESSIONS_PER_WEEK') throw badUserInputAt(field, `must be a whole number ${range}.`)
  throw badUserInputAt(field, `must be ${range} ${unit ? 'kilograms' : 'meters'}.`)
}
