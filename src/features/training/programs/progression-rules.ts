import { badUserInputAt } from '../../../errors.js'
import { canonicalJson } from '../../../lib/fingerprint.js'
import { inputReader, type Range } from '../../../lib/input-reader.js'
import type { ProgramContent, Progression, ProgressionDraft, ProgressionType } from './models.js'

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
  }
  for (const name of requiredFields[type])
    if (progression[name] === null) throw badUserInputAt(rule.at(name), `is required by the rule ${type}.`)
  const { minReps, maxReps } = progression
  if (minReps !== null && maxReps !== null && maxReps < minReps)
    throw badUserInputAt(rule.at('maxReps'), 'must not be less than minReps.')
  return progression
}

/** An exercise and key have one progression state, hence one rule. @throws AppError BAD_USER_INPUT */
export function assertOneRulePerExercise({ weeks }: Pick<ProgramContent, 'weeks'>, path: string): void {
  const rules = new Map<string, string>()
  for (const [week, { days }] of weeks.entries())
    for (const [day, { exercises }] of days.entries())
      for (const [index, { exerciseId, progression }] of exercises.entries()) {
        if (!progression) continue
        const key = `${exerciseId} ${progression.key ?? ''}`
        const rule = canonicalJson(progression)
        if ((rules.get(key) ?? rule) !== rule)
          throw badUserInputAt(
            `${path}.weeks[${week}].days[${day}].exercises[${index}].progression`,
            'must be the same everywhere for this exercise and key. Use another key for a different rule.',
          )
        rules.set(key, rule)
      }
}
