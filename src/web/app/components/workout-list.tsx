import type { JSX } from 'preact'
import { exerciseName } from '../data/catalogue.js'
import { formatDate, isInOtherYear, formatTotalDuration, plural, t } from '../i18n.js'
import { durationOf, workingSets, type Workout } from '../training/workout.js'
import { volumeText } from './figures.js'
import { WaitingMark } from './waiting-mark.js'

export const WorkoutList = ({ workouts }: { workouts: readonly Workout[] }): JSX.Element => (
  <ul class="workouts">
    {workouts.map(workout => (
      <li key={workout.id}>
        <WorkoutRow workout={workout} />
      </li>
    ))}
  </ul>
)

function WorkoutRow({ workout }: { workout: Workout }): JSX.Element {
  const { id, title, startedAt, exercises } = workout
  const sets = workingSets(workout)
  return (
    <a class="card workout-row" href={`#/history/${id}`}>
      <span class="day" aria-hidden="true">
        <b>{formatDate(startedAt, { day: 'numeric' })}</b>
        {formatDate(startedAt, { weekday: 'short' })}
      </span>
      <span>
        <strong>{title ?? t('workout')}</strong>
        <span class={isInOtherYear(startedAt) ? 'faint date' : 'hidden'}>{formatDate(startedAt)}</span>
        <span class="faint clip">
          {exercises.map(({ exerciseId }) => exerciseName(exerciseId)).join(', ')}
        </span>
        <span class="faint figures">
          <span>{formatTotalDuration(durationOf(workout))}</span>
          <span>{plural('sets', sets.length)}</span>
          <span>{volumeText(sets)}</span>
        </span>
      </span>
      <WaitingMark id={id} />
    </a>
  )
}
