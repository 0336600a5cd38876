import type { ExerciseUses } from '../../training/exercises/exercise-use.js'
import type { AchievementTotals } from './head-part.js'
import { workoutTraitNames, specialDayNames, type WorkoutTrait, type SpecialDay } from './totals.js'
import { countBreaks, longestRun, unpackWeeks, type Weeks } from './weeks.js'

interface CounterSources {
  totals: AchievementTotals
  uses: ExerciseUses
}

interface Counted extends CounterSources {
  weeks: Weeks
}

type Counter = (counted: Counted) => number

const sum =
  (name: string, unit = 1): Counter =>
  ({ totals }) =>
    Math.floor((totals.sums[name] ?? 0) / unit)

const weekCounters = {
  activeWeeks: ({ weeks }) => weeks.size,
  weekStreak: ({ weeks }) => longestRun(weeks, 1),
  threeAWeekStreak: ({ weeks }) => longestRun(weeks, 3),
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
  programs: ({ totals }) => totals.programs.length,
  exercises: ({ uses }) => Object.values(uses).filter(({ timesPerformed }) => timesPerformed > 0).length,
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

const counters = { ...plainCounters, ...weekCounters, ...traitCounters, ...dayCounters }

export type CounterName = keyof typeof counters
export const counterNames = Object.keys(counters) as CounterName[]

/** Returns the value of each counter by name. */
export function createCounterReader(sources: CounterSources): (name: CounterName) => number {
  const counted = { ...sources, weeks: unpackWeeks(sources.totals.weeks) }
  return name => counters[name](counted)
}
