import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'

interface ShownAnalytics {
  volumeByWeek: Point[]
  workoutsByWeek: Point[]
  volumeByMuscle: { muscle: string; volume: number }[]
  setsByMuscleAndWeek: { muscle: string; weeks: Point[] }[]
  setsByDeltoidAndWeek: { deltoid: string; weeks: Point[] }[]
  oneRepMaxSeries: Point[]
  bodyWeightSeries: Point[]
  streak: { current: number; longest: number; unit: string }
  comparison: Record<'workouts' | 'volume' | 'sets', { current: number; previous: number }>
}

interface Point {
  date: string
  value: number | null
}

interface AnalyticsArguments {
  from: string
  to: string
  timezone?: string
  unit?: 'KG' | 'LB'
}

export const analyticsFields = `
  volumeByWeek { date value } workoutsByWeek { date value } volumeByMuscle { muscle volume }
  setsByMuscleAndWeek { muscle weeks { date value } } streak { current longest unit }
  comparison { workouts { current previous } volume { current previous } sets { current previous } }`

export const tryAnalytics = (
  app: App,
  user: Pick<TestUser, 'headers'>,
  { from, to, timezone = 'UTC', unit }: AnalyticsArguments,
  fields = analyticsFields,
) =>
  queryGraphQL<{ analytics: ShownAnalytics | null }>(
    app,
    `query($range: DateRangeInput!, $timezone: String!, $unit: WeightUnit) {
      analytics(range: $range, timezone: $timezone, unit: $unit) { ${fields} }
    }`,
    { range: { from, to }, timezone, ...(unit && { unit }) },
    user,
  )

/** @throws Error if the response contains an error */
export async function analytics(
  app: App,
  user: Pick<TestUser, 'headers'>,
  args: AnalyticsArguments,
  fields?: string,
): Promise<ShownAnalytics> {
  const { data, errors } = await tryAnalytics(app, user, args, fields)
  if (!data?.analytics || errors) throw new Error(JSON.stringify(errors))
  return data.analytics
}

/** Describes data points as `date value`. */
export const describePoints = (points: readonly Point[]) =>
  points.map(({ date, value }) => `${date} ${value}`)
