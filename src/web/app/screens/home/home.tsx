import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Target } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { GoalList } from '../../components/goal-list.js'
import { WorkoutList } from '../../components/workout-list.js'
import { account } from '../../data/account.js'
import { enrollmentsFingerprint } from '../../data/enrollments.js'
import { goals } from '../../data/goals.js'
import { connection } from '../../data/synchronization.js'
import { history } from '../../data/workouts.js'
import { loadHome } from '../../data/home.js'
import { formatDate, t } from '../../i18n.js'
import { shortName } from '../../training/names.js'
import { NextWorkout } from './next-workout.js'
import { Week } from './week.js'

/** How many of the latest workouts are shown. */
const recentWorkouts = 3

export function HomeScreen(): JSX.Element {
  // What the service derives changes with each completed workout and each enrollment.
  useEffect(
    () => void loadHome().catch(() => undefined),
    [history.value.length, enrollmentsFingerprint.value, connection.value],
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
          <NextWorkout />
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
