import type { ExerciseUses } from '../../training/exercises/exercise-use.js'
import type { AchievementTotals } from './head-part.js'
import { heaviestLoad, type Lift, type LiftIds } from './strength.js'
import { workoutTraitNames, specialDayNames, type WorkoutTrait, type SpecialDay } from './totals.js'
import { countBreaks, longestRun, unpackWeeks, type Weeks } from './weeks.js'

interface CounterSources {
  totals: AchievementTotals
  uses: ExerciseUses
  strength: StrengthSources
  /** The numbers of the weeks in which the user paused. */
  pausedWeeks: ReadonlySet<number>
}

/** The data that milestones of strength depend on. */
interface StrengthSources {
  liftIds: LiftIds
  /** In kilograms; null if it is unknown. */
  bodyWeight: number | null
}

interface Counted extends CounterSources {
  weeks: Weeks
  /** The heaviest load of each lift in kilograms. */
  heaviest: Readonly<Record<Lift, number>>
}

type Counter = (counted: Counted) => number

/** Loads in pounds are converted. */
const tolerance = 1e-6

const sum =
  (name: string, unit = 1): Counter =>
  ({ totals }) =>
    Math.floor((totals.sums[name] ?? 0) / unit)

const weekCounters = {
  activeWeeks: ({ weeks }) => weeks.size,
  weekStreak: ({ weeks, pausedWeeks }) => longestRun(weeks, 1, pausedWeeks),
  threeAWeekStreak: ({ weeks, pausedWeeks }) => longestRun(weeks, 3, pausedWeeks),
  fiveAWeek: ({ weeks }) => [...weeks.values()].filter(workouts => workouts >= 5).length,
  comebacks: ({ weeks }) => countBreaks(weeks, 8),
} satisfies Record<string, Counter>

const plainCounters = {
  workouts: sum('workouts'),
  sets: sum('sets'),
  repetitions: sum('repetitions'),
  kilograms: sum('grams', 1000),
  hours: sum('seconds', 3600),
  records: sum('records'),
  goals: sum('goals'),
  programs: ({ totals }) => totals.programs.length,
  exercises: ({ uses }) => Object.values(uses).filter(({ timesPerformed }) => timesPerformed > 0).length,
} satisfies Record<string, Counter>

const kilogramsOf =
  (lift: Lift): Counter =>
  ({ heaviest }) =>
    Math.floor(heaviest[lift] * (1 + tolerance))

/** The load in percent of the body weight. */
const bodyWeightShareOf =
  (lift: Lift): Counter =>
  ({ heaviest, strength: { bodyWeight } }) =>
    bodyWeight ? Math.floor((100 * heaviest[lift] * (1 + tolerance)) / bodyWeight) : 0

const strengthCounters = {
  squatKilograms: kilogramsOf('squat'),
  benchPressKilograms: kilogramsOf('benchPress'),
  deadliftKilograms: kilogramsOf('deadlift'),
  squatBodyWeight: bodyWeightShareOf('squat'),
  benchPressBodyWeight: bodyWeightShareOf('benchPress'),
  deadliftBodyWeight: bodyWeightShareOf('deadlift'),
} satisfies Record<string, Counter>

const traitCounters = Object.fromEntries(workoutTraitNames.map(name => [name, sum(name)])) as Record<
  WorkoutTrait,
  Counter
>

/** A special day counts once, regardless of its number of workouts. */
const dayCounters = Object.fromEntries(
  specialDayNames.map(name => [
    name,
    ({ totals }: Counted) => Object.keys(totals.days).filter(day => day.startsWith(`${name} `)).length,
  ]),
) as Record<SpecialDay, Counter>

const counters = { ...plainCounters, ...strengthCounters, ...weekCounters, ...traitCounters, ...dayCounters }

export type CounterName = keyof typeof counters
export const counterNames = Object.keys(counters) as CounterName[]

/** Returns the value of each counter by name. */
export function createCounterReader(sources: CounterSources): (name: CounterName) => number {
  const { uses, strength, totals } = sources
  const { squat, benchPress, deadlift } = strength.liftIds
  const heaviest = {
    squat: heaviestLoad(uses, squat),
    benchPress: heaviestLoad(uses, benchPress),
    deadlift: heaviestLoad(uses, deadlift),
  }
  const counted = { ...sources, heaviest, weeks: unpackWeeks(totals.weeks) }
  return name => counters[name](counted)
}
