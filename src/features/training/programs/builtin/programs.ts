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

/** The files beside this one, each a program. */
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

/** A program of the service's own; its exercises are named by their slugs in the starter catalogue. */
export interface BuiltInProgram extends ProgramHeading {
  id: string
  /** Raised by one with each change. */
  edition: number
  weeks: ProgramWeek[]
}

/** The files of the programs cannot be used; the message says why. */
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

/** The files as they are, in their order. */
export const readProgramFiles = (): Promise<string[]> =>
  Promise.all(programFiles.map(file => readFile(new URL(file, import.meta.url), 'utf8')))

/** The programs as their files have them, each with the name of its file. @throws BuiltInProgramError */
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

/** A program with every week written out. @throws BuiltInProgramError for a name that stands for nothing */
export function expandProgram(file: string, program: ProgramFile): BuiltInProgram {
  const { schemes, rules, days, weeks, ...heading } = program

  function named<T>(what: string, of: Record<string, T>, name: string): T {
    const found = Object.hasOwn(of, name) ? of[name] : undefined
    if (found === undefined) throw new BuiltInProgramError(file, `there is no ${what} ${name}.`)
    return found
  }

  function exerciseOf(planned: Day['exercises'][number], week: Week, place: string): PlannedExercise {
    const rule = planned.rule === undefined ? null : named('rule', rules, planned.rule)
    const groups = named('scheme', { ...schemes, ...week.schemes }, planned.scheme)
    return {
      id: derivedId(`${program.id}:${place}`),
      exerciseId: planned.exercise,
      supersetId: planned.superset ?? null,
      sets: groups.flatMap(group => Array.from({ length: group.count }, () => setOf(group, rule))),
      progression: rule && progressionOf(rule),
    }
  }

  function dayOf(name: string | null, week: Week, place: string): ProgramDay {
    if (name === null) return { name: 'Rest', isRest: true, exercises: [] }
    const day = named('day', days, name)
    const exercises = day.exercises.map((planned, at) => exerciseOf(planned, week, `${place}.${at}`))
    return { name: day.name, isRest: false, exercises }
  }

  const all = weeks.flatMap(week => Array.from({ length: week.times ?? 1 }, () => week))
  return {
    ...heading,
    weeks: all.map((week, at) => ({
      number: at + 1,
      label: week.label,
      isDeload: week.isDeload ?? false,
      days: week.days.map((name, day) => dayOf(name, week, `${at}.${day}`)),
    })),
  }
}

function setOf(group: SetGroup, rule: Rule | null): PlannedSet {
  const isWarmUp = group.type === 'WARMUP'
  const ofRule = rule && !isWarmUp ? [rule.minReps ?? null, rule.maxReps ?? null] : [null, null]
  const [minReps = null, maxReps = null] =
    group.reps === undefined ? ofRule : typeof group.reps === 'number' ? [group.reps, group.reps] : group.reps
  return {
    type: group.type ?? 'NORMAL',
    ...{ minReps, maxReps },
    load: null,
    rpe: group.rpe ?? null,
    percentOfOneRepMax: group.percent ?? null,
    restSeconds: group.rest ?? null,
    durationSeconds: group.seconds ?? null,
    distanceMeters: group.meters ?? null,
    notes: group.notes ?? null,
  }
}

const progressionOf = ({ type, ...rule }: Rule): Progression => ({ ...defaultRule, type, ...rule })
