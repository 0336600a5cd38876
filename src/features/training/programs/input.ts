import { badUserInputAt } from '../../../errors.js'
import { inputReader, type Optional } from '../../../lib/input-reader.js'
import { maxSupersetIdLength, setBounds } from '../../../lib/set-bounds.js'
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

/** The input of `publishProgram` and `archiveProgram`. */
export interface CommandDraft {
  id: string
  expectedVersion?: Optional<number>
}

/** The input of `copyProgram`. */
export interface CopyDraft {
  id: string
  newId: string
}

/** A null version means the current one. @throws AppError BAD_USER_INPUT */
export const readCommand = (draft: CommandDraft, path: string) => ({
  id: inputReader(draft, path).id('id'),
  expectedVersion: draft.expectedVersion ?? null,
})

/** @throws AppError BAD_USER_INPUT */
export function readCopy(draft: CopyDraft, path: string): CopyDraft {
  const copy = inputReader(draft, path)
  return { id: copy.id('id'), newId: copy.id('newId') }
}

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const countDraftSets = ({ weeks }: ProgramDraft): number =>
  weeks
    .flatMap(({ days }) => days.flatMap(({ exercises }) => exercises ?? []))
    .reduce((sum, { sets }) => sum + sets.length, 0)

/**
 * Reads a program into its canonical form. Rules that depend on other records are validated when it is written.
 * @param path of the program in the request
 * @throws AppError BAD_USER_INPUT
 */
export function readProgram(draft: ProgramDraft, path: string): SaveWrite<ProgramContent> {
  const program = inputReader(draft, path)
  const id = program.id('id')
  if (countDraftSets(draft) > maxSetsPerProgram)
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
  numberWeeks(content, path)
  assertUniqueEntryIds(content, path)
  assertOneRulePerExercise(content, path)
  return { id, expectedVersion: draft.expectedVersion ?? null, content, path }
}

function readSlug(slug: string | null, path: string): string | null {
  if (slug === null || slugPattern.test(slug)) return slug
  throw badUserInputAt(path, 'must be lower-case letters a to z and digits, in words joined by hyphens.')
}

/** The number is 0 if none was sent; `numberWeeks` sets it. */
function readWeek(draft: ProgramWeekDraft, path: string): ProgramWeek {
  const week = inputReader(draft, path)
  const days = week.list('days', maxDaysPerWeek, readDay)
  if (days.length === 0) throw badUserInputAt(week.at('days'), 'must have at least one day.')
  const number = week.integer('number', [1, maxWeeks]) ?? 0
  return { number, label: week.line('label', 100), isDeload: draft.isDeload ?? false, days }
}

function readDay(draft: ProgramDayDraft, path: string): ProgramDay {
  const day = inputReader(draft, path)
  const exercises = day.list('exercises', maxExercisesPerDay, readPlannedExercise)
  const isRest = draft.isRest ?? false
  if (isRest && exercises.length > 0)
    throw badUserInputAt(day.at('exercises'), 'must be empty on a rest day.')
  return { name: day.line('name', 100, 1) ?? '', isRest, exercises }
}

/** @throws AppError BAD_USER_INPUT */
export function readPlannedExercise(draft: PlannedExerciseDraft, path: string): PlannedExercise {
  const planned = inputReader(draft, path)
  const sets = planned.list('sets', maxSetsPerExercise, readSet)
  if (sets.length === 0) throw badUserInputAt(planned.at('sets'), 'must have at least one set.')
  const progression = draft.progression ? readProgression(draft.progression, planned.at('progression')) : null
  if (progression?.type === 'PERCENT') assertPercentages(sets, planned.at('sets'))
  return {
    id: planned.id('id'),
    exerciseId: planned.id('exerciseId'),
    supersetId: planned.line('supersetId', maxSupersetIdLength, 1),
    sets,
    progression,
  }
}

function readSet(draft: PlannedSetDraft, path: string): PlannedSet {
  const set = inputReader(draft, path)
  const minReps = set.integer('minReps', setBounds.plannedReps)
  const maxReps = set.integer('maxReps', setBounds.plannedReps)
  if (minReps !== null && maxReps !== null && maxReps < minReps)
    throw badUserInputAt(set.at('maxReps'), 'must not be less than minReps.')
  const type = draft.type ?? 'NORMAL'
  const warmupPercent = set.decimal('warmupPercent', [1, 99])
  if (warmupPercent !== null && type !== 'WARMUP')
    throw badUserInputAt(set.at('warmupPercent'), 'is only for sets of the type WARMUP.')
  return {
    type,
    minReps,
    maxReps,
    isAmrap: draft.isAmrap ?? false,
    warmupPercent,
    load: set.load('load'),
    rpe: set.multipleOfHalf('rpe', setBounds.rpe),
    percentOfOneRepMax: set.decimal('percentOfOneRepMax', [1, 150]),
    restSeconds: set.integer('restSeconds', setBounds.restSeconds),
    durationSeconds: set.decimal('durationSeconds', setBounds.durationSeconds),
    distanceMeters: set.decimal('distanceMeters', setBounds.distanceMeters),
    notes: set.lines('notes', 500),
  }
}

function assertPercentages(sets: readonly PlannedSet[], path: string): void {
  const index = sets.findIndex(
    ({ type, percentOfOneRepMax }) => type !== 'WARMUP' && percentOfOneRepMax === null,
  )
  if (index >= 0)
    throw badUserInputAt(`${path}[${index}].percentOfOneRepMax`, 'is required by the rule PERCENT.')
}

/** Sets the number of each week. @throws AppError BAD_USER_INPUT for a sent number that is not the week's position */
function numberWeeks({ weeks }: ProgramContent, path: string): void {
  for (const [index, week] of weeks.entries()) {
    const number = index + 1
    if (week.number !== 0 && week.number !== number)
      throw badUserInputAt(`${path}.weeks[${index}].number`, `must be ${number}, its position in the list.`)
    week.number = number
  }
}

function assertUniqueEntryIds({ weeks }: ProgramContent, path: string): void {
  const seen = new Set<string>()
  for (const [week, { days }] of weeks.entries())
    for (const [day, { exercises }] of days.entries())
      for (const [index, { id }] of exercises.entries()) {
        if (seen.has(id))
          throw badUserInputAt(
            `${path}.weeks[${week}].days[${day}].exercises[${index}].id`,
            'must be unique in the program.',
          )
        seen.add(id)
      }
}
