import type { JSX } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { Camera, Ruler, Target } from 'lucide'
import { ProgressScreenDocument, type ProgressScreenQuery } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { Chart } from '../components/chart.js'
import { Choice } from '../components/fields.js'
import { unitText } from '../components/figures.js'
import { GoalList } from '../components/goal-list.js'
import { MuscleSets } from '../components/muscle-sets.js'
import { Loaded, useResource } from '../components/resource.js'
import { EmptyCard } from '../components/screen-parts.js'
import { weightUnit } from '../data/account.js'
import { request } from '../data/client.js'
import { goals } from '../data/goals.js'
import { history } from '../data/workouts.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { isoDate, timezone } from '../data/preferences.js'
import { formatNumber, plural, t } from '../i18n.js'

/** The ranges of the charts, in weeks. */
const ranges = [6, 12, 26, 52] as const
const week = 7 * 24 * 60 * 60 * 1000

/** The exercises with loads that the user has done, the most frequent first. */
function liftedExercises(): string[] {
  const counts = new Map<string, number>()
  for (const { exercises } of history.value)
    for (const { exerciseId } of exercises)
      if (findExercise(exerciseId)?.trackingType === 'WEIGHT_REPS')
        counts.set(exerciseId, (counts.get(exerciseId) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([id]) => id)
}

export function ProgressScreen(): JSX.Element {
  const [weeks, setWeeks] = useState<number>(12)
  const [chosen, setChosen] = useState<string | null>(null)
  const exercises = useMemo(liftedExercises, [history.value])
  const exerciseId = chosen ?? exercises[0]
  return (
    <>
      <h1>{t('nav.progress')}</h1>
      <div class="shortcuts">
        <a class="button quiet" href="#/measurements">
          <Icon of={Ruler} /> {t('measurements')}
        </a>
        <a class="button quiet" href="#/goals">
          <Icon of={Target} /> {t('goals')}
        </a>
        <a class="button quiet" href="#/photos">
          <Icon of={Camera} /> {t('photos')}
        </a>
      </div>
      {goals.value.length > 0 && (
        <section class="card">
          <h2>{t('goals')}</h2>
          <GoalList goals={goals.value} />
        </section>
      )}
      {exerciseId === undefined ? (
        <EmptyCard text={t('progress.empty')} link={{ to: '', text: t('workout.start') }} />
      ) : (
        <>
          <Choice
            label={t('progress.range')}
            options={ranges.map(count => [count, String(count), plural('weeks', count)])}
            value={weeks}
            onChange={setWeeks}
          />
          <Charts
            weeks={weeks}
            exerciseId={exerciseId}
            select={
              <select
                aria-label={t('progress.exercise')}
                value={exerciseId}
                onChange={event => setChosen(event.currentTarget.value)}
              >
                {exercises.map(id => (
                  <option key={id} value={id}>
                    {exerciseName(id)}
                  </option>
                ))}
              </select>
            }
          />
        </>
      )}
    </>
  )
}

interface ChartsProps {
  weeks: number
  exerciseId: string
  select: JSX.Element
}

function Charts({ weeks, exerciseId, select }: ChartsProps): JSX.Element {
  const unit = weightUnit.value
  const analytics = useResource(async () => {
    const now = Date.now()
    const range = { from: isoDate(new Date(now - weeks * week + week / 7)), to: isoDate(new Date(now)) }
    const variables = { range, timezone: timezone.value, unit, exerciseId }
    return (await request(ProgressScreenDocument, variables)).analytics
  }, [weeks, exerciseId, unit, history.value.length])
  return (
    <Loaded of={analytics}>
      {found =>
        found && (
          <>
            <Comparison analytics={found} />
            <div class="columns even">
              <section class="card">
                <h2>{t('progress.maxima')}</h2>
                {select}
                <Chart
                  label={t('progress.maximaOf', { exercise: exerciseName(exerciseId) })}
                  points={found.oneRepMaxSeries ?? []}
                  kind="line"
                  unit={unitText(unit)}
                />
              </section>
              <section class="card">
                <h2>{t('progress.volume')}</h2>
                <Chart
                  label={t('progress.volume')}
                  points={withoutZeros(found.volumeByWeek)}
                  kind="bars"
                  unit={unitText(unit)}
                />
              </section>
              <Muscles analytics={found} weeks={weeks} />
              {found.bodyWeightSeries.some(({ value }) => value !== null) && (
                <section class="card">
                  <h2>{t('progress.bodyWeight')}</h2>
                  <Chart
                    label={t('progress.bodyWeight')}
                    points={found.bodyWeightSeries}
                    kind="line"
                    unit={unitText(unit)}
                  />
                </section>
              )}
            </div>
          </>
        )
      }
    </Loaded>
  )
}

/** A week without training has no bar. */
const withoutZeros = (points: Analytics['volumeByWeek']) =>
  points.map(({ date, value }) => ({ date, value: value === 0 ? null : value }))

type Analytics = NonNullable<ProgressScreenQuery['analytics']>

function Comparison({ analytics }: { analytics: Analytics }): JSX.Element {
  const { workouts, sets, volume } = analytics.comparison
  const figures = [
    [t('progress.workouts'), workouts, ''],
    [t('sets'), sets, ''],
    [t('volume'), volume, ` ${unitText(weightUnit.value)}`],
  ] as const
  return (
    <dl class="stats card">
      {figures.map(([name, { current, previous }, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {formatNumber(current, 0)}
            {unit}
            {previous > 0 && (
              <small class={current >= previous ? 'up' : ''}>
                {current >= previous ? '▲' : '▼'}{' '}
                {formatNumber(Math.abs(((current - previous) / previous) * 100), 0)} %
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The average number of sets per week and muscle. */
function Muscles({ analytics, weeks }: { analytics: Analytics; weeks: number }): JSX.Element | null {
  const averages = analytics.setsByMuscleAndWeek
    .map(({ muscle, weeks: counts }) => {
      const total = counts.reduce((sum, { value }) => sum + (value ?? 0), 0)
      return [muscle, Math.round((total / weeks) * 10) / 10] as const
    })
    .filter(([, sets]) => sets > 0)
  if (averages.length === 0) return null
  return (
    <section class="card">
      <h2>{t('progress.muscles')}</h2>
      <MuscleSets sets={averages} />
    </section>
  )
}
