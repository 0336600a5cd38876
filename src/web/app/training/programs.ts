import type { ProgramEditorQuery, ProgramInput } from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { toPlanned, type PlannedExercise } from './plan.js'

export interface ProgramDay {
  name: string
  isRest: boolean
  exercises: PlannedExercise[]
}

export interface ProgramWeek {
  label: string | null
  isDeload: boolean
  days: ProgramDay[]
}

/** A program in the form in which it is saved. */
export interface ProgramDraft extends Pick<
  ProgramInput,
  'slug' | 'description' | 'level' | 'goal' | 'workoutSplit'
> {
  id: string
  expectedVersion: number | null
  title: string
  weeks: ProgramWeek[]
}

export function toProgramDraft(stored: NonNullable<ProgramEditorQuery['program']>): ProgramDraft {
  const { version, programLevel, weeks, ...program } = stored
  return {
    ...program,
    ...{ expectedVersion: version, level: programLevel },
    weeks: (weeks ?? []).map(week => ({
      ...week,
      days: week.days.map(day => ({ ...day, exercises: day.exercises.map(toPlanned) })),
    })),
  }
}

export const newDay = (name: string): ProgramDay => ({ name, isRest: false, exercises: [] })

export const newProgram = (title: string, dayName: string): ProgramDraft => ({
  ...{ id: newId(), expectedVersion: null, title },
  ...{ slug: null, description: null, level: null, goal: null, workoutSplit: null },
  weeks: [{ label: null, isDeload: false, days: [newDay(dayName)] }],
})

/** Copies a week. The entries of a program must have identifiers of their own, and supersets must not be shared. */
export const copyWeek = ({ days, ...week }: ProgramWeek): ProgramWeek => ({
  ...week,
  days: days.map(day => {
    const supersets = new Map(day.exercises.map(({ supersetId }) => [supersetId, newId()]))
    return {
      ...day,
      exercises: day.exercises.map(exercise => ({
        ...exercise,
        id: newId(),
        supersetId: exercise.supersetId === null ? null : (supersets.get(exercise.supersetId) ?? null),
      })),
    }
  }),
})

/** Changes a day of a week. A changed rule of an exercise becomes that of its other entries. */
export function changeDay(
  weeks: readonly ProgramWeek[],
  weekAt: number,
  dayAt: number,
  change: (day: ProgramDay) => ProgramDay,
): ProgramWeek[] {
  const week = weeks[weekAt]
  const before = week?.days[dayAt]
  if (!before) return [...weeks]
  const after = change(before)
  const changed = weeks.with(weekAt, { ...week, days: week.days.with(dayAt, after) })
  const ruled = after.exercises.find(({ id, progression }) => {
    const earlier = before.exercises.find(one => one.id === id)
    return earlier !== undefined && earlier.progression !== progression
  })
  return ruled ? withEqualRules(changed, ruled) : changed
}

/** Gives all entries of an exercise the rule of the entry that was changed: the service requires them to be equal. */
function withEqualRules(weeks: readonly ProgramWeek[], changed: PlannedExercise): ProgramWeek[] {
  const { exerciseId, progression } = changed
  return weeks.map(week => ({
    ...week,
    days: week.days.map(day => ({
      ...day,
      exercises: day.exercises.map(one =>
        one.exerciseId === exerciseId && (one.progression?.key ?? null) === (progression?.key ?? null)
          ? { ...one, progression }
          : one,
      ),
    })),
  }))
}
