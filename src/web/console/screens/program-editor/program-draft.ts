import type {
  ExerciseLineFragment,
  ProgramEditorQuery,
  ProgramInput,
} from '../../../../../generated/operations/console.js'
import { newId } from '../../../../client/new-id.js'
import { t } from '../../i18n.js'

type Program = NonNullable<ProgramEditorQuery['program']>
export type Week = NonNullable<Program['weeks']>[number]
export type Day = Week['days'][number]
export type PlannedExercise = Day['exercises'][number]
export type PlannedSet = PlannedExercise['sets'][number]

/** A program in the editor. Its version is 0 until it is saved. */
export type ProgramDraft = Omit<Program, 'weeks' | 'isMine'> & { weeks: Week[] }

export const emptySet = (): PlannedSet => ({
  type: 'NORMAL',
  minReps: 8,
  maxReps: 12,
  isAmrap: false,
  load: null,
  warmupPercent: null,
  rpe: null,
  percentOfOneRepMax: null,
  restSeconds: null,
  durationSeconds: null,
  distanceMeters: null,
  notes: null,
})

export const emptyDay = (number: number): Day => ({
  name: t('programEditor.day.default', { number }),
  isRest: false,
  exercises: [],
})

export const emptyProgram = (): ProgramDraft => ({
  id: newId(),
  version: 0,
  slug: '',
  title: '',
  description: null,
  programLevel: 'BEGINNER',
  goal: null,
  workoutSplit: null,
  visibility: 'DRAFT',
  weeks: [{ label: null, isDeload: false, days: [emptyDay(1)] }],
})

export const newPlannedExercise = ({ id, name }: ExerciseLineFragment): PlannedExercise => ({
  entryId: newId(),
  exerciseId: id,
  exercise: { id, name },
  supersetId: null,
  sets: [emptySet(), emptySet(), emptySet()],
  progression: null,
})

/** Returns a copy of a week, whose entries have identifiers of their own. */
export const copyWeek = (week: Week): Week => ({
  ...week,
  days: week.days.map(day => ({
    ...day,
    exercises: day.exercises.map(planned => ({ ...planned, entryId: newId() })),
  })),
})

/** Returns the input of the mutation. */
export const toInput = ({
  version,
  programLevel,
  weeks,
  slug,
  visibility: _,
  ...draft
}: ProgramDraft): ProgramInput => ({
  ...draft,
  expectedVersion: version === 0 ? null : version,
  slug: slug === '' ? null : slug,
  level: programLevel,
  weeks: weeks.map(week => ({
    ...week,
    days: week.days.map(day => ({
      ...day,
      exercises: day.exercises.map(({ entryId, exerciseId, supersetId, sets, progression }) => ({
        ...{ id: entryId, exerciseId, supersetId, sets, progression },
      })),
    })),
  })),
})
