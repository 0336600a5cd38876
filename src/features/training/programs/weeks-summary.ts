import type { Exercise } from '../exercises/models.js'
import { muscleShares, type TargetedMuscles } from '../exercises/muscle-shares.js'
import { equipment as allEquipment, type Equipment } from '../../../lib/exercise-vocabulary.js'
import type { PlannedExercise, ProgramRequirements, ProgramWeek, WeeklySets } from './models.js'

type ExercisesById = ReadonlyMap<string, Pick<Exercise, 'equipment'> & TargetedMuscles>

export interface WeeksSummary extends ProgramRequirements {
  setCount: number
  weeklySets: WeeklySets
}

const plannedExercises = (weeks: readonly ProgramWeek[]): PlannedExercise[] =>
  weeks.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises))

/** The ids of a planned exercise and of the harder one that can replace it. */
export const plannedIds = ({
  exerciseId,
  progression,
}: Pick<PlannedExercise, 'exerciseId' | 'progression'>): string[] => [
  exerciseId,
  ...(progression?.harderExerciseId ? [progression.harderExerciseId] : []),
]

export const exerciseIdsOf = (weeks: readonly ProgramWeek[]): string[] =>
  plannedExercises(weeks).flatMap(plannedIds)

export const exerciseIdsOfPrograms = (programs: readonly { content: { weeks: ProgramWeek[] } }[]): string[] =>
  programs.flatMap(({ content }) => exerciseIdsOf(content.weeks))

export const countSets = (weeks: readonly ProgramWeek[]): number =>
  plannedExercises(weeks).reduce((sum, { sets }) => sum + sets.length, 0)

export const countTrainingDays = ({ days }: ProgramWeek): number =>
  days.filter(({ isRest }) => !isRest).length

export function summarizeWeeks(weeks: readonly ProgramWeek[], exercisesById: ExercisesById): WeeksSummary {
  const planned = plannedExercises(weeks)
  const needed = new Set<Equipment>(
    exerciseIdsOf(weeks).flatMap(id => exercisesById.get(id)?.equipment ?? []),
  )
  return {
    durationWeeks: weeks.length,
    sessionsPerWeek: Math.max(0, ...weeks.map(countTrainingDays)),
    equipment: allEquipment.filter(item => needed.has(item)),
    setCount: countSets(weeks),
    weeklySets: averageWeeklySets(planned, weeks.length, exercisesById),
  }
}

function averageWeeklySets(
  planned: readonly PlannedExercise[],
  weeks: number,
  exercisesById: ExercisesById,
): WeeklySets {
  const sums: WeeklySets = {}
  for (const { exerciseId, sets } of planned) {
    const exercise = exercisesById.get(exerciseId)
    const weeklySets = sets.filter(({ type }) => type !== 'WARMUP').length / weeks
    for (const [muscle, share] of exercise ? muscleShares(exercise) : [])
      sums[muscle] = (sums[muscle] ?? 0) + share * weeklySets
  }
  return sums
}
