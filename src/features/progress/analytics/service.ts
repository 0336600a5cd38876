import { once } from '../../../lib/once.js'
import { dateOfDayNumber } from '../../../lib/calendar.js'
import { parseIdAt } from '../../../lib/ids.js'
import { localTime } from '../../../lib/local-time.js'
import { convertLoad } from '../../../lib/units.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { WorkoutListener } from '../../training/workouts/listeners.js'
import type { BodyWeightHistory } from '../../people/measurements/body-weight-history.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { PauseService } from '../pauses/service.js'
import { completedWorkout } from './completed-workout.js'
import { packId, unpackId } from './packed-workout.js'
import { deriveYearChanges } from './year-changes.js'
import type { Analytics, AnalyticsDraft, Comparison, DataPoint, CompletedWorkout } from './models.js'
import { setsByDeltoid, sumsByMuscle, type MuscleSums } from './muscles.js'
import { readAnalyticsRequest, weeksOf } from './range.js'
import { sumsReader } from './sums-reader.js'
import type { TrainingYearStore } from './store.js'
import { streakOf } from './streak.js'
import type { Sums } from './sums.js'
import { trainingYearFields, trainingYearsOf } from './training-years.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  exercises: Pick<ExerciseService, 'findMany'>
  profile: Pick<ProfileService, 'get'>
  bodyWeightHistory: Pick<BodyWeightHistory, 'around'>
  pauses: PauseService
  years: TrainingYearStore
  clock: () => Date
}

export function analyticsService({
  owned,
  exercises,
  profile,
  bodyWeightHistory,
  pauses,
  years,
  clock,
}: Dependencies) {
  const listener: WorkoutListener<CompletedWorkout | null> = {
    digest: completedWorkout,

    /** @throws AppError CONFLICT if a year exceeds the maximum number of workouts */
    async apply(userId, changes, { head }) {
      const yearChanges = deriveYearChanges(changes, trainingYearsOf(head))
      await years.write(userId, yearChanges.years)
      return { head: trainingYearFields(yearChanges.sizes), outcome: null }
    },

    async rebuild(userId, workouts) {
      const changes = workouts.map(({ id, digest }) => ({ id, before: null, after: digest }))
      const yearChanges = deriveYearChanges(changes, {})
      return {
        async write({ head }) {
          await years.erase(userId)
          if (yearChanges.years.length > 0) await years.write(userId, yearChanges.years)
          const removed = Object.fromEntries(Object.keys(trainingYearsOf(head)).map(year => [year, 0]))
          return { head: trainingYearFields({ ...removed, ...yearChanges.sizes }), outcome: null }
        },
      }
    },
  }

  return {
    listener,

    /** @throws AppError BAD_USER_INPUT */
    analytics(userId: string, draft: AnalyticsDraft): Analytics {
      const request = readAnalyticsRequest(draft)
      const { range, timezone, unit } = request
      const sums = sumsReader({ owned, years }, userId, request)
      const weeks = weeksOf(range)
      const inUnit = (value: number) => rounded(convertLoad({ value, unit: 'KG' }, unit))
      const mondays = once(() =>
        Array.from({ length: weeks.count }, (_, week) => dateOfDayNumber(weeks.mondayAt(week))),
      )
      const series = (values: ArrayLike<number | null>): DataPoint[] =>
        mondays().map((date, week) => ({ date, value: values[week] ?? null }))
      const byExercise = once(async () => {
        const exerciseSums = (await sums({ exercises: true })).exercises
        return {
          exerciseSums,
          exercisesById: await exercises.findMany(userId, [...exerciseSums.keys()].map(unpackId)),
        }
      })
      const byMuscle = once(async (): Promise<MuscleSums[]> => {
        const { exerciseSums, exercisesById } = await byExercise()
        return sumsByMuscle(exerciseSums, id => exercisesById.get(id))
      })

      return {
        volumeByWeek: async () => series((await sums({ totals: true })).volumes.map(inUnit)),
        workoutsByWeek: async () => series((await sums({})).workouts),

        async volumeByMuscle() {
          const trained = (await byMuscle()).filter(({ volume }) => volume > 0)
          return trained
            .map(({ muscle, volume }) => ({ muscle, volume: inUnit(volume) }))
            .sort((left, right) => right.volume - left.volume)
        },

        async setsByMuscleAndWeek() {
          const trained = [...(await byMuscle())].sort((left, right) => right.sets - left.sets)
          return trained.map(({ muscle, weeks }) => ({ muscle, weeks: series(weeks) }))
        },

        async setsByDeltoidAndWeek() {
          const { exerciseSums, exercisesById } = await byExercise()
          const trained = setsByDeltoid(exerciseSums, id => exercisesById.get(id))
          return trained.map(({ deltoid, weeks }) => ({ deltoid, weeks: series(weeks) }))
        },

        async oneRepMaxSeries(id) {
          const packedId = packId(parseIdAt(id, 'exerciseId'))
          const { estimates } = await sums({ estimates: new Set([packedId]) })
          return series(estimates.get(packedId) ?? [])
        },

        async bodyWeightSeries() {
          const { from, to } = draft.range
          const bodyWeights = await bodyWeightHistory.around(userId, from, to)
          const weights = new Map(
            bodyWeights.map(({ date, weight }) => [date, rounded(convertLoad(weight, unit))]),
          )
          return Array.from({ length: range.to - range.from + 1 }, (_, day) => {
            const date = dateOfDayNumber(range.from + day)
            return { date, value: weights.get(date) ?? null }
          })
        },

        async streak() {
          const [{ history: byWeek }, user, paused] = await Promise.all([
            sums({ history: true }),
            profile.get(userId),
            pauses.pausedWeeks(userId),
          ])
          const minWorkouts = user.profile.frequency ?? 1
          return streakOf(byWeek, paused, minWorkouts, localTime(timezone).dayAt(clock()))
        },

        comparison: async () => comparisonOf(await sums({ totals: true }), inUnit),
      }
    },
  }
}

export type AnalyticsService = ReturnType<typeof analyticsService>

/** Removes the floating-point noise of converting pounds to kilograms and back. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

function comparisonOf({ current, previous }: Sums, inUnit: (kilograms: number) => number): Comparison {
  return {
    workouts: { current: current.workouts, previous: previous.workouts },
    volume: { current: inUnit(current.volume), previous: inUnit(previous.volume) },
    sets: { current: current.sets, previous: previous.sets },
  }
}
