import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { Head } from '../../owned/models.js'
import type { ExerciseSettingsService } from '../../training/exercise-settings/service.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { exerciseIdsOf } from '../../training/programs/weeks-summary.js'
import { createPlans } from './create-plans.js'
import { initialLoadsOf, toStoredStates, type InitialDerived } from './derived-data.js'
import type { LoadingConditionsReader } from './loading-conditions.js'
import type { ConditionPeriod, EnrollmentContent, EnrollmentDerived } from './models.js'
import { programReader, type ProgramReaderDependencies } from './program-reader.js'
import type { LoggedDay } from './progression/log.js'
import { replay, type Period } from './progression/replay.js'
import { decisionsOf, firstOpenDay, versionNumberOf } from './status.js'

interface Dependencies extends ProgramReaderDependencies {
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany'>
  readConditions: LoadingConditionsReader
}

/** The derived data that follows from the trained days. */
type TrainingProgress = Pick<
  EnrollmentDerived,
  'periods' | 'states' | 'passedWeek' | 'done' | 'lastStartedAt' | 'isCompleted'
>

/** Creates a function that derives the progress of an enrollment by replaying its trained days. */
export function progressDeriver(dependencies: Dependencies) {
  const { exerciseSettings, readConditions } = dependencies
  const readProgram = programReader(dependencies)

  /** @param days the counted days, in chronological order */
  return async (
    userId: string,
    content: EnrollmentContent,
    derived: InitialDerived & Pick<EnrollmentDerived, 'periods'>,
    days: readonly LoggedDay[],
    head: Pick<Head, 'counts'>,
  ): Promise<TrainingProgress> => {
    const current = versionNumberOf(content, derived)
    const numbers = [current, ...days.map(day => day.version)]
    const { versions, exercises } = await readProgram(userId, content.programId, numbers)
    const lastStartedAt = days.at(-1)?.startedAt ?? null
    const { weeks } = required(versions.find(({ number }) => number === current))
    const settings = await exerciseSettings.findMany(userId, exerciseIdsOf(weeks), head)
    const known = { periods: derived.periods, lastStartedAt }
    const periods = await readConditions(userId, content, known, settings)
    const plannedPeriods = await planPeriods(periods, versions, exercises)
    const { skipped, adjustments } = decisionsOf(content)
    const initialLoads = initialLoadsOf(content, derived)
    const input = { periods: plannedPeriods, version: current, initialLoads, adjustments }
    const { states, passedWeek } = replay(input, days)
    const done = days.map(({ week, day }) => ({ week, day }))
    const plan = required(plannedPeriods.at(-1)?.plans.get(current))
    return {
      periods,
      states: toStoredStates(states),
      passedWeek,
      done,
      lastStartedAt,
      isCompleted: firstOpenDay(plan, done, skipped) === undefined,
    }
  }
}

export type ProgressDeriver = ReturnType<typeof progressDeriver>

/** Creates the plans of all versions under the conditions of each period. */
async function planPeriods(
  periods: readonly ConditionPeriod[],
  versions: readonly ProgramVersion[],
  exercises: ReadonlyMap<string, Exercise>,
): Promise<Period[]> {
  const planned: Period[] = []
  for (const { since, ...conditions } of periods) {
    // Determining the weights of a gym can take ten milliseconds.
    if (planned.length > 0) await yieldToEventLoop()
    planned.push({ since, plans: await createPlans(versions, { exercises, conditions }) })
  }
  return planned
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a requested program version is missing')
  return value
}
