import type { JSX } from 'preact'
import { Play } from 'lucide'
import type { HomeScreenQuery } from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { unitText } from '../../components/figures.js'
import { plannedSetsText } from '../../components/planned-list.js'
import { weightUnit } from '../../data/account.js'
import { history } from '../../data/workouts.js'
import { exerciseName } from '../../data/catalogue.js'
import { isoDate, timezone } from '../../data/preferences.js'
import { formatDay, formatNumber, t } from '../../i18n.js'
import { convert } from '../../training/units.js'
import { newEntry, newWorkout, plannedSet, type Workout } from '../../training/workout.js'
import { startWorkout } from '../workout/start-workout.js'

type Enrollment = NonNullable<HomeScreenQuery['activeEnrollment']>
type Day = NonNullable<Enrollment['nextDay']>

function fromDay({ id }: Enrollment, { week, day, name, exercises }: Day): Workout {
  return newWorkout(timezone.value, {
    title: name,
    programDay: { enrollmentId: id, week, day },
    exercises: exercises.map(({ exerciseId, supersetId, sets }) =>
      newEntry(exerciseId, sets.map(plannedSet), supersetId),
    ),
  })
}

/** The next day of the program in which the user is enrolled. */
export function NextDay({ enrollment, nextDay }: { enrollment: Enrollment; nextDay: Day }): JSX.Element {
  const { programVersion, completedDays } = enrollment
  const days = programVersion.durationWeeks * programVersion.sessionsPerWeek
  // Until the service has seen the workout of this day, it still is the next one.
  const isDone = history.value.some(
    ({ programDay }) =>
      programDay?.enrollmentId === enrollment.id &&
      programDay.week === nextDay.week &&
      programDay.day === nextDay.day,
  )
  return (
    <section class="card primary start">
      <a class="faint" href="#/programs">
        {programVersion.title} · {t('home.week', { week: nextDay.week })}
      </a>
      <strong>{nextDay.name}</strong>
      <span class="faint">
        {nextDay.date <= isoDate(new Date()) ? t('home.today') : formatDay(nextDay.date)}
        {nextDay.isDeload && ` · ${t('home.deload')}`}
      </span>
      <ul class="planned">
        {nextDay.exercises.map(({ exerciseId, sets }, at) => {
          const load = sets.findLast(({ target }) => target.load !== null && target.load.value > 0)?.target
            .load
          return (
            <li key={at}>
              <span>{exerciseName(exerciseId)}</span>
              <span>
                {plannedSetsText(sets.map(({ type, isAmrap, target }) => ({ ...target, type, isAmrap })))}
                {load && ` · ${formatNumber(convert(load, weightUnit.value))} ${unitText(weightUnit.value)}`}
              </span>
            </li>
          )
        })}
      </ul>
      <progress
        value={completedDays}
        max={days}
        aria-label={t('home.progress', { done: completedDays, days })}
      />
      {isDone ? (
        <span>{t('home.sending')}</span>
      ) : (
        <button
          type="button"
          class="button light"
          onClick={() => void startWorkout(fromDay(enrollment, nextDay))}
        >
          <Icon of={Play} /> {t('workout.start')}
        </button>
      )}
    </section>
  )
}
