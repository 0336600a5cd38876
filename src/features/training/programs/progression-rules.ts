import { badUserInputAt } from '../../../errors.js'
import { canonicalJson } from '../../../lib/fingerprint.js'
import { inputReader, type Range } from '../../../lib/input-reader.js'
import type {
  PlannedExercise,
  ProgramContent,
  Progression,
  ProgressionDraft,
  ProgressionType,
} from './models.js'

/** The values of the fields that a rule omits. */
export const defaultRule: Omit<Progression, 'type'> = {
  key: null,
  increment: null,
  successes: 1,
  failures: 3,
  deloadPercent: 10,
  minReps: null,
  maxReps: null,
  reps: null,
  trainingMaxPercent: null,
  harderExerciseId: null,
}

const repsRange: Range = [1, 10_000]
const streakRange: Range = [1, 10]

const requiredFields: Record<ProgressionType, readonly ('minReps' | 'maxReps' | 'reps' | 'increment')[]> = {
  LINEAR: [],
  DOUBLE: ['minReps', 'maxReps'],
  REP_SUM: ['reps'],
  PERCENT: ['increment'],
}

/** @throws AppError BAD_USER_INPUT */
export function readProgression(draft: ProgressionDraft, path: string): Progression {
  const rule = inputReader(draft, path)
  const { type } = draft
  const increment = rule.load('increment')
  if (increment?.value === 0) throw badUserInputAt(`${path}.increment.value`, 'must be more than 0.')
  const progression: Progression = {
    type,
    key: rule.line('key', 36, 1),
    increment,
    successes: rule.integer('successes', streakRange) ?? defaultRule.successes,
    failures: rule.integer('failures', streakRange) ?? defaultRule.failures,
    deloadPercent: rule.integer('deloadPercent', [1, 90]) ?? defaultRule.deloadPercent,
    minReps: rule.integer('minReps', repsRange),
    maxReps: rule.integer('maxReps', repsRange),
    reps: rule.integer('reps', repsRange),
    trainingMaxPercent: rule.decimal('trainingMaxPercent', [50, 100]) ?? (type === 'PERCENT' ? 100 : null),
    harderExerciseId: rule.id('harderExerciseId') ?? null,
  }
  for (const name of requiredFields[type])
    if (progression[name] === null) throw badUserInputAt(rule.at(name), `is required by the rule ${type}.`)
  const { minReps, maxReps } = progression
  if (minReps !== null && maxReps !== null && maxReps < minReps)
    throw badUserInputAt(rule.at('maxReps'), 'must not be less than minReps.')
  if (progression.harderExerciseId !== null && type !== 'DOUBLE')
    throw badUserInputAt(rule.at('harderExerciseId'), 'is only for the rule DOUBLE.')
  return progression
}

/** The entry of the harder exercise that can replace a planned one, with the same sets and rule; null if there is none. */
export function harderVariant<Planned extends Pick<PlannedExercise, 'exerciseId' | 'progression'>>(
  planned: Planned,
): Planned | null {
  const { progression } = planned
  if (!progression?.harderExerciseId) return null
  const rule = { ...progression, harderExerciseId: null }
  return { ...planned, exerciseId: progression.harderExerciseId, progression: rule }
}

/**
 * An exercise and key have one progression state, hence one rule, and can replace one easier exercise.
 * @throws AppError BAD_USER_INPUT
 */
export function assertOneRulePerExercise({ weeks }: Pick<ProgramContent, 'weeks'>, path: string): void {
  const rules = new Map<string, string>()
  for (const [week, { days }] of weeks.entries())
    for (const [day, { exercises }] of days.entries())
      for (const [index, planned] of exercises.entries()) {
        const field = `${path}.weeks[${week}].days[${day}].exercises[${index}].progression`
        assertSameRule(planned, '', field)
        const harder = harderVariant(planned)
        if (harder) assertSameRule(harder, planned.exerciseId, `${field}.harderExerciseId`)
      }

  function assertSameRule(
    { exerciseId, progression }: Pick<PlannedExercise, 'exerciseId' | 'progression'>,
    easierId: string,
    field: string,
  ): void {
    if (!progression) return
    const key = `${exerciseId} ${progression.key ?? ''}`
    const rule = `${canonicalJson(progression)} ${easierId}`
    if ((rules.get(key) ?? rule) !== rule)
      throw badUserInputAt(
        field,
        'must be the same everywhere for this exercise and key. Use another key for a different rule.',
      )
    rules.set(key, rule)
  }
}
