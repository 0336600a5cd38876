import { badUserInputAt } from '../../../errors.js'
import { inputReader, type Optional } from '../../../lib/input-reader.js'
import { maxSupersetId, setBounds } from '../../../lib/set-bounds.js'
import type { SaveWrite } from '../../owned/models.js'
import {
  maxDaysPerWeek,
  maxExercisesPerDay,
  maxSetsPerExercise,
  maxSetsPerProgram,
  maxWeeks,
} from './limits.js'
import type {
  PlannedExercise,
  PlannedExerciseDraft,
  PlannedSet,
  PlannedSetDraft,
  ProgramContent,
  ProgramDay,
  ProgramDayDraft,
  ProgramDraft,
  ProgramWeek,
  ProgramWeekDraft,
} from './models.js'
import { assertOneRulePerExercise, readProgression } from './progression-rules.js'

/** A command to a program. */
export interface CommandDraft {
  id: string
  expectedVersion?: Optional<number>
}

/** A copy of a program. */
export interface CopyDraft {
  id: string
  newId: string
}

/** A null version stands for the present one. @throws AppError BAD_USER_INPUT */
export const readCommand = (draft: CommandDraft, path: string) => ({
  id: inputReader(draft, path).id('id'),
  expectedVersion: draft.expectedVersion ?? null,
})

/** @throws AppError BAD_USER_INPUT */
export function readCopy(draft: CopyDraft, path: string): CopyDraft {
  const copy = inputReader(draft, path)
  return { id: copy.id('id'), newId: copy.id('newId') }
}

const slugForm = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** How many sets were sent. */
export const countSets = ({ weeks }: ProgramDraft): number =>
  weeks.reduce(
    (sum, { days }) =>
      sum +
      days.reduce(
        (ofWeek, { exercises }) =>
          ofWeek + (exercises ?? []).reduce((ofDay, { sets }) => ofDay + sets.length, 0),
        0,
      ),
    0,
  )

/**
 * A program that was sent in the one form that equal programs have. What other records decide is judged later.
 * @param path of the program in what was sent
 * @throws AppError BAD_USER_INPUT
 */
export function readProgram(draft: ProgramDraft, path: string): SaveWrite<ProgramContent> {
  const program = inputReader(draft, path)
  const id = program.id('id')
  if (countSets(draft) > maxSetsPerProgram)
    throw badUserInputAt(program.at('weeks'), 'must have at most 5,000 sets in total.')
  const content: ProgramContent = {
    slug: readSlug(program.line('slug', 100), program.at('slug')),
    title: program.line('title', 200, 1) ?? '',
    description: program.lines('description', 2000),
    level: draft.level ?? null,
    goal: draft.goal ?? null,
    workoutSplit: draft.workoutSplit ?? null,
    weeks: program.list('weeks', maxWeeks, readWeek),
    visibility: null,
    edition: null,
  }
  if (content.weeks.length === 0) throw badUserInputAt(program.at('weeks'), 'must have at least one week.')
  demandOrder(content, path)
  demandDistinct(content, path)
  assertOneRulePerExercise(content, path)
  return { id, expectedVersion: draft.expectedVersion ?? null, content, path }
}

function readSlug(slug: string | null, path: string): string | null {
  if (slug === null || slugForm.test(slug)) return slug
  throw badUserInputAt(path, 'must be lower-case letters a to z and digits, in words joined by hyphens.')
}

/** Its number is that of its place, which is not known here: zero where none was sent. */
function readWeek(draft: ProgramWeekDraft, path: string): ProgramWeek {
  const week = inputReader(draft, path)
  const days = week.list('days', maxDaysPerWeek, readDay)
  if (days.length === 0) throw badUserInputAt(week.at('days'), 'must have at least one day.')
  const number = week.whole('number', [1, maxWeeks]) ?? 0
  return { number, label: week.line('label', 100), isDeload: draft.isDeload ?? false, days }
}

function readDay(draft: ProgramDayDraft, path: string): ProgramDay {
  const day = inputReader(draft, path)
  const exercises = day.list('exercises', maxExercisesPerDay, readExercise)
  const isRest = draft.isRest ?? false
  if (isRest && exercises.length > 0)
    throw badUserInputAt(day.at('exercises'), 'must be empty on a rest day.')
  return { name: day.line('name', 100, 1) ?? '', isRest, exercises }
}

function readExercise(draft: PlannedExerciseDraft, path: string): PlannedExercise {
  const planned = inputReader(draft, path)
  const sets = planned.list('sets', maxSetsPerExercise, readSet)
  if (sets.length === 0) throw badUserInputAt(planned.at('sets'), 'must have at least one set.')
  const progression = draft.progression ? readProgression(draft.progression, planned.at('progression')) : null
  if (progression?.type === 'PERCENT') demandPercent(sets, planned.at('sets'))
  return {
    id: planned.id('id'),
    exerciseId: planned.id('exerciseId'),
    supersetId: planned.line('supersetId', maxSupersetId, 1),
    sets,
    progression,
  }
}

function readSet(draft: PlannedSetDraft, path: string): PlannedSet {
  const set = inputReader(draft, path)
  const minReps = set.whole('minReps', setBounds.plannedReps)
  const maxReps = set.whole('maxReps', setBounds.plannedReps)
  if (minReps !== null && maxReps !== null && maxReps < minReps)
    throw badUserInputAt(set.at('maxReps'), 'must not be less than minReps.')
  return {
    type: draft.type ?? 'NORMAL',
    ...{ minReps, maxReps },
    load: set.load('load'),
    rpe: set.inHalves('rpe', setBounds.rpe),
    percentOfOneRepMax: set.decimal('percentOfOneRepMax', [1, 150]),
    restSeconds: set.whole('restSeconds', setBounds.restSeconds),
    durationSeconds: set.decimal('durationSeconds', setBounds.durationSeconds),
    distanceMeters: set.decimal('distanceMeters', setBounds.distanceMeters),
    notes: set.lines('notes', 500),
  }
}

function demandPercent(sets: readonly PlannedSet[], path: string): void {
  const at = sets.findIndex(
    ({ type, percentOfOneRepMax }) => type !== 'WARMUP' && percentOfOneRepMax === null,
  )
  if (at >= 0) throw badUserInputAt(`${path}[${at}].percentOfOneRepMax`, 'is required by the rule PERCENT.')
}

/** Numbers the weeks. */
function demandOrder({ weeks }: ProgramContent, path: string): void {
  for (const [at, week] of weeks.entries()) {
    if (week.number !== 0 && week.number !== at + 1)
      throw badUserInputAt(`${path}.weeks[${at}].number`, `must be ${at + 1}, its place in the list.`)
    week.number = at + 1
  }
}

function demandDistinct({ weeks }: ProgramContent, path: string): void {
  const seen = new Set<string>()
  for (const [at, { days }] of weeks.entries())
    for (const [dayAt, { exercises }] of days.entries())
      for (const [place, { id }] of exercises.entries()) {
        if (seen.has(id))
          throw badUserInputAt(
            `${path}.weeks[${at}].days[${dayAt}].exercises[${place}].id`,
            'must be unique in the program.',
          )
        seen.add(id)
      }
}
