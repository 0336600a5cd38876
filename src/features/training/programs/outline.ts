import type { Exercise } from '../exercises/models.js'
import { equipment as allEquipment, type Equipment } from '../exercises/vocabulary.js'
import type { PlannedExercise, ProgramExtent, ProgramWeek, WeeklySets } from './models.js'

type Known = ReadonlyMap<string, Pick<Exercise, 'equipment' | 'primaryMuscles' | 'secondaryMuscles'>>

/** What follows from the weeks of a program. */
export interface Outline extends ProgramExtent {
  setCount: number
  weeklySets: WeeklySets
}

const plannedExercises = (weeks: readonly ProgramWeek[]): PlannedExercise[] =>
  weeks.flatMap(({ days }) => days.flatMap(({ exercises }) => exercises))

/** The exercises that are planned in them. */
export const exerciseIdsIn = (weeks: readonly ProgramWeek[]): string[] =>
  plannedExercises(weeks).map(({ exerciseId }) => exerciseId)

/** The exercises that some programs name. */
export const exerciseIdsOf = (programs: readonly { content: { weeks: ProgramWeek[] } }[]): string[] =>
  programs.flatMap(({ content }) => exerciseIdsIn(content.weeks))

export const setCountOf = (weeks: readonly ProgramWeek[]): number =>
  plannedExercises(weeks).reduce((sum, { sets }) => sum + sets.length, 0)

export const countTrainingDays = ({ days }: ProgramWeek): number =>
  days.filter(({ isRest }) => !isRest).length

export function outlineOf(weeks: readonly ProgramWeek[], known: Known): Outline {
  const planned = plannedExercises(weeks)
  const needed = new Set<Equipment>()
  for (const { exerciseId } of planned)
    for (const piece of known.get(exerciseId)?.equipment ?? []) needed.add(piece)
  return {
    durationWeeks: weeks.length,
    sessionsPerWeek: Math.max(0, ...weeks.map(countTrainingDays)),
    equipment: allEquipment.filter(piece => needed.has(piece)),
    setCount: setCountOf(weeks),
    weeklySets: weeklySetsOf(planned, weeks.length, known),
  }
}

/** Working sets of each muscle a week, on the average: primary ones count one, helping ones a half. */
function weeklySetsOf(planned: readonly PlannedExercise[], weeks: number, known: Known): WeeklySets {
  const sums: WeeklySets = {}
  for (const { exerciseId, sets } of planned) {
    const exercise = known.get(exerciseId)
    const share = sets.filter(({ type }) => type !== 'WARMUP').length / weeks
    for (const muscle of exercise?.primaryMuscles ?? []) sums[muscle] = (sums[muscle] ?? 0) + share
    for (const muscle of exercise?.secondaryMuscles ?? []) sums[muscle] = (sums[muscle] ?? 0) + share / 2
  }
  return sums
}
