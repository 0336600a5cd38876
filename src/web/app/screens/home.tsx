import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Flame, ListChecks, Play, Plus, Target } from 'lucide'
import type { HomeScreenQuery } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { unitText } from '../components/figures.js'
import { GoalList } from '../components/goal-list.js'
import { Sheet } from '../components/sheet.js'
import { WorkoutList } from '../components/workout-list.js'
import {
  account,
  activeWorkout,
  connection,
  enrollments,
  goals,
  history,
  routines,
  weightUnit,
  write,
} from '../data/app.js'
import { exerciseName } from '../data/catalogue.js'
import { home, loadHome } from '../data/home.js'
import { isoDate, timezone } from '../data/preferences.js'
import { now } from '../data/rest.js'
import { formatDate, formatDay, formatDuration, formatNumber, plural, t } from '../i18n.js'
import { shortName } from '../training/names.js'
import { convert } from '../training/units.js'
import { fromRoutine, newEntry, newWorkout, plannedSet, type Workout } from '../training/workout.js'

const recentWorkouts = 3

async function startWorkout(workout: Workout): Promise<void> {
  await write({ saveWorkout: workout })
  go('workout')
}

export function HomeScreen(): JSX.Element {
  // What the service derives changes with each completed workout and each enrollment.
  useEffect(
    () => void loadHome().catch(() => undefined),
    [history.value.length, enrollments.value, connection.value],
  )
  const name = account.value && shortName(account.value)
  return (
    <>
      <header class="greeting">
        <p class="faint">{formatDate(new Date(), { weekday: 'long', day: 'numeric', month: 'long' })}</p>
        <h1>{name ? t('home.title', { name }) : t('home.titleWithoutName')}</h1>
      </header>
      <div class="columns">
        <div>
          <Start />
          <section>
            <h2 class="group">
              {t('home.recent')}
              {history.value.length > recentWorkouts && <a href="#/history">{t('home.all')}</a>}
            </h2>
            {history.value.length === 0 ? (
              <p class="card faint">{t('home.first')}</p>
            ) : (
              <WorkoutList workouts={history.value.slice(0, recentWorkouts)} />
            )}
          </section>
        </div>
        <div>
          <Week />
          <Goals />
        </div>
      </div>
    </>
  )
}

/** What to do next: the workout in progress, the next day of the program, or a new workout. */
function Start(): JSX.Element {
  const [isChoosing, setIsChoosing] = useState(false)
  const active = activeWorkout.value
  const enrollment = home.value?.activeEnrollment
  if (active)
    return (
      <a class="card primary start" href="#/workout">
        <span class="faint">{t('workout.active')}</span>
        <strong>{active.title ?? t('workout')}</strong>
        <span class="figures">
          {formatDuration((now.value - Date.parse(active.startedAt)) / 1000)}
          <span>{plural('exercises', active.exercises.length)}</span>
        </span>
        <span class="button light">
          <Icon of={Play} /> {t('workout.continue')}
        </span>
      </a>
    )
  return (
    <>
      {enrollment?.nextDay ? (
        <NextDay enrollment={enrollment} nextDay={enrollment.nextDay} />
      ) : (
        <div class="card primary start">
          <strong>{t('home.ready')}</strong>
          <span class="faint">{t('home.readyText')}</span>
          <button
            type="button"
            class="button light"
            onClick={() => void startWorkout(newWorkout(timezone.value))}
          >
            <Icon of={Play} /> {t('workout.start')}
          </button>
        </div>
      )}
      <div class="shortcuts">
        {enrollment?.nextDay && (
          <button
            type="button"
            class="button quiet"
            onClick={() => void startWorkout(newWorkout(timezone.value))}
          >
            <Icon of={Plus} /> {t('workout.startEmpty')}
          </button>
        )}
        {routines.value.length > 0 && (
          <button type="button" class="button quiet" onClick={() => setIsChoosing(true)}>
            <Icon of={ListChecks} /> {t('routines')}
          </button>
        )}
        {!enrollment && (
          <a class="button quiet" href="#/programs">
            <Icon of={ListChecks} /> {t('programs.find')}
          </a>
        )}
      </div>
      {isChoosing && (
        <Sheet title={t('routines')} onClose={() => setIsChoosing(false)}>
          <ul class="links">
            {routines.value.map(routine => (
              <li key={routine.id}>
                <button type="button" onClick={() => void startWorkout(fromRoutine(routine, timezone.value))}>
                  <span>
                    <strong>{routine.title}</strong>
                    <span class="faint clip">
                      {routine.exercises.map(({ exerciseId }) => exerciseName(exerciseId)).join(', ')}
                    </span>
                  </span>
                  <Icon of={Play} />
                </button>
              </li>
            ))}
          </ul>
          <a class="button quiet wide" href="#/routines">
            {t('routines.edit')}
          </a>
        </Sheet>
      )}
    </>
  )
}

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

function NextDay({ enrollment, nextDay }: { enrollment: Enrollment; nextDay: Day }): JSX.Element {
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
      <span class="faint">
        {programVersion.title} · {t('home.week', { week: nextDay.week })}
      </span>
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
                {plural('sets', sets.length)}
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

/** The days of this week on which the user has trained, and the streak. */
function Week(): JSX.Element {
  const today = isoDate(new Date())
  const trained = new Set(history.value.map(({ startedAt }) => isoDate(new Date(startedAt))))
  const monday = new Date(`${today}T12:00:00Z`)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  const days = Array.from({ length: 7 }, (_, offset) => {
    const date = new Date(monday)
    date.setUTCDate(date.getUTCDate() + offset)
    return date.toISOString().slice(0, 10)
  })
  const count = days.filter(day => trained.has(day)).length
  const aim = account.value?.profile.frequency
  const streak = home.value?.analytics?.streak
  return (
    <section class="card week">
      <h2>
        {t('home.thisWeek')}
        {streak && streak.current > 0 && (
          <span class="streak">
            <Icon of={Flame} size={18} /> {plural('weeks', streak.current)}
          </span>
        )}
      </h2>
      <ol>
        {days.map(day => (
          <li
            key={day}
            class={[trained.has(day) ? 'is-done' : '', day === today ? 'is-today' : ''].join(' ')}
          >
            <span aria-hidden="true">
              {formatDate(`${day}T12:00:00Z`, { weekday: 'narrow', timeZone: 'UTC' })}
            </span>
            <span class="dot" aria-hidden="true" />
            <span class="hidden">
              {formatDay(day)}: {t(trained.has(day) ? 'home.trained' : 'home.notTrained')}
            </span>
          </li>
        ))}
      </ol>
      <p class="faint">
        {aim ? t('home.aim', { count, aim: plural('workouts', aim) }) : plural('workouts', count)}
      </p>
    </section>
  )
}

function Goals(): JSX.Element {
  return (
    <section class="card">
      <h2>
        <Icon of={Target} size={20} /> {t('goals')}
      </h2>
      <GoalList goals={goals.value} />
      <a class="link" href="#/goals">
        {t(goals.value.length > 0 ? 'goals.manage' : 'goals.create')}
      </a>
    </section>
  )
}
