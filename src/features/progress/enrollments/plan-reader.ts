import type { Head } from '../../owned/models.js'
import type { ExerciseSettings } from '../../training/exercise-settings/models.js'
import type { ExerciseSettingsService } from '../../training/exercise-settings/service.js'
import { exerciseIdsOf } from '../../training/programs/weeks-summary.js'
import { createPlans } from './create-plans.js'
import { initialLoadsOf, progressOf, toStoredStates } from './derived-data.js'
import type { LoadingConditionsReader } from './loading-conditions.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { programReader, type ProgramReaderDependencies } from './program-reader.js'
import type { Plan } from './progression/plan.js'
import { convertStates } from './progression/replay.js'
import type { LoadingConditions } from './progression/weights.js'
import { unitOf, versionNumberOf } from './status.js'

interface Dependencies extends ProgramReaderDependencies {
  exerciseSettings: Pick<ExerciseSettingsService, 'loadMany'>
  readConditions: LoadingConditionsReader
}

/** An enrollment with its conditions of loading. */
interface EnrollmentConditions {
  content: EnrollmentContent
  derived: Pick<EnrollmentDerived, 'periods'>
}

/** Reads the plans of enrollments: their programs with what determines the targets of the sets. */
export function planReader(dependencies: Dependencies) {
  const { programs, exerciseSettings, readConditions } = dependencies
  const readProgram = programReader(dependencies)

  /** Reads the plans of some versions under the latest conditions of the enrollment, by their numbers. */
  async function readVersions(
    userId: string,
    { content, derived }: EnrollmentConditions,
    numbers: Iterable<number>,
  ): Promise<Map<number, Plan>> {
    const { versions, exercises } = await readProgram(userId, content.programId, numbers)
    return createPlans(versions, { exercises, conditions: latestConditions(content, derived) })
  }

  /** Reads the plan of the version that the enrollment currently follows, under its latest conditions. */
  async function read(
    userId: string,
    content: EnrollmentContent,
    derived: Pick<EnrollmentDerived, 'enrolledVersion' | 'periods'>,
  ): Promise<Plan> {
    const number = versionNumberOf(content, derived)
    const plan = (await readVersions(userId, { content, derived }, [number])).get(number)
    if (!plan) throw new Error('a requested program version is missing')
    return plan
  }

  return {
    read,
    readVersions,

    /**
     * Applies a change of the conditions of loading since the last write to the derived data.
     * @returns also the user's settings for exercises of the program
     */
    async withCurrentConditions(
      userId: string,
      content: EnrollmentContent,
      derived: EnrollmentDerived,
      head: Pick<Head, 'counts'>,
    ): Promise<{ derived: EnrollmentDerived; settings: readonly ExerciseSettings[] }> {
      const version = await programs.version(userId, content.programId, versionNumberOf(content, derived))
      const settings = await exerciseSettings.loadMany(userId, exerciseIdsOf(version.weeks), head)
      const periods = await readConditions(userId, content, derived, settings)
      if (periods === derived.periods) return { derived, settings }
      const current = { ...derived, periods }
      const before = await read(userId, content, derived)
      const after = await read(userId, content, current)
      const { states } = progressOf(derived)
      const converted = convertStates(states, before, after, initialLoadsOf(content, derived))
      return { derived: { ...current, states: toStoredStates(converted) }, settings }
    },
  }
}

export type PlanReader = ReturnType<typeof planReader>

/** The conditions of the last period. */
const latestConditions = (
  content: Pick<EnrollmentContent, 'unit' | 'decisions'>,
  { periods }: Pick<EnrollmentDerived, 'periods'>,
): LoadingConditions => periods.at(-1) ?? { unit: unitOf(content), equipment: null, increments: [] }
