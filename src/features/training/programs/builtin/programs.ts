import { readFile } from 'node:fs/promises'
import { Compile } from 'typebox/compile'
import { derivedId } from '../../../../lib/ids.js'
import type {
  PlannedExercise,
  PlannedSet,
  ProgramDay,
  ProgramHeading,
  ProgramWeek,
  Progression,
} from '../models.js'
import { defaultRule } from '../progression-rules.js'
import { ProgramFile, type Day, type Rule, type SetGroup, type Week } from './format.js'

export const programFiles = [
  'body-basics-2.json',
  'body-basics-3.json',
  'machine-start-2.json',
  'machine-start-3.json',
  'dumbbells-at-home.json',
  'first-barbell.json',
  'size-in-three-days.json',
  'upper-and-lower.json',
  'push-pull-legs.json',
  'opposites.json',
  'one-muscle-a-day.json',
  'strength-in-waves.json',
  'last-longer.json',
  'move-well.json',
]

/** A built-in program. Its `exerciseId`s are slugs of the starter catalogue. */
export interface BuiltInProgram extends ProgramHeading {
  id: string
  /** Incremented with each change. */
  edition: number
  weeks: ProgramWeek[]
}

/** A program file is invalid. */
export class BuiltInProgramError extends Error {
  constructor(file: string, problem: string) {
    super(`The program ${file} is broken: ${problem}`)
    this.name = 'BuiltInProgramError'
  }
}

/** @throws BuiltInProgramError */
export async function loadBuiltInPrograms(): Promise<BuiltInProgram[]> {
  return parsePrograms(await readProgramFiles()).map(([file, program]) => expandProgram(file, program))
}

export const readProgramFiles = (): Promise<string[]> =>
  Promise.all(programFiles.map(file => readFile(new URL(file, import.meta.url), 'utf8')))

/** @param texts the content of `programFiles`, in their order @throws BuiltInProgramError */
export function parsePrograms(texts: readonly string[]): [file: string, program: ProgramFile][] {
  const schema = Compile(ProgramFile)
  return texts.map((text, index) => {
    const file = programFiles[index] ?? ''
    const content: unknown = JSON.parse(text)
    if (schema.Check(content)) return [file, content]
    const [first] = schema.Errors(content)
    throw new BuiltInProgramError(file, `${first?.instancePath} ${first?.message}`)
  })
}

/** Resolves the schemes, rules and days of each week. @throws BuiltInProgramError for an undefined name */
export function expandProgram(file: string, program: ProgramFile): BuiltInProgram {
  const { schemes, rules, days, weeks, ...heading } = program

  function lookUp<T>(label: string, definitions: Record<string, T>, name: string): T {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
    if (definition === undefined) throw new BuiltInProgramError(file, `there is no ${label} ${name}.`)
    return definition
  }

  function expandExercise(planned: Day['exercises'][number], week: Week, position: string): PlannedExercise {
    const rule = planned.rule === undefined ? null : lookUp('rule', rules, planned.rule)
    const groups = lookUp('scheme', { ...schemes, ...week.schemes }, planned.scheme)
    return {
      id: derivedId(`${program.id}:${position}`),
      exerciseId: planned.exercise,
      supersetId: planned.superset ?? null,
      sets: groups.flatMap(group => Array.from({ length: group.count }, () => toPlannedSet(group, rule))),
      progression: rule && toProgression(rule),
    }
  }

  function expandDay(name: string | null, week: Week, position: string): ProgramDay {
    if (name === null) return { name: 'Rest', isRest: true, exercises: [] }
    const day = lookUp('day', days, name)
    const exercises = day.exercises.map((planned, index) =>
      expandExercise(planned, week, `${position}.${index}`),
    )
    return { name: day.name, isRest: false, exercises }
  }

  const repeatedWeeks = weeks.flatMap(week => Array.from({ length: week.times ?? 1 }, () => week))
  return {
    ...heading,
    weeks: repeatedWeeks.map((week, index) => ({
      number: index + 1,
      label: week.label,
      isDeload: week.isDeload ?? false,
      days: week.days.map((name, day) => expandDay(name, week, `${index}.${day}`)),
    })),
  }
}

function toPlannedSet(group: SetGroup, rule: Rule | null): PlannedSet {
  const isWarmUp = group.type === 'WARMUP'
  const repsOfRule = rule && !isWarmUp ? [rule.minReps ?? null, rule.maxReps ?? null] : [null, null]
  const [minReps = null, maxReps = null] =
    group.reps === undefined
      ? repsOfRule
      : typeof group.reps === 'number'
        ? [group.reps, group.reps]
        : group.reps
  return {
    type: group.type ?? 'NORMAL',
    minReps,
    maxReps,
    isAmrap: group.isAmrap ?? false,
    warmupPercent: group.warmupPercent ?? null,
    load: null,
    rpe: group.rpe ?? null,
    percentOfOneRepMax: group.percent ?? null,
    restSeconds: group.rest ?? null,
    durationSeconds: group.seconds ?? null,
    distanceMeters: group.meters ?? null,
    notes: group.notes ?? null,
  }
}

const toProgression = ({ type, harder, ...rule }: Rule): Progression => ({
  ...defaultRule,
  type,
  ...rule,
  harderExerciseId: harder ?? null,
})
