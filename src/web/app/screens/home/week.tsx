import type { JSX } from 'preact'
import { Flame } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { account } from '../../data/account.js'
import { trainingDates } from '../../data/workouts.js'
import { home } from '../../data/home.js'
import { isoDate } from '../../data/preferences.js'
import { formatDate, formatDay, plural, t } from '../../i18n.js'
import { weekOf } from '../../training/calendar.js'

/** The days of this week on which the user has trained, and the streak. */
export function Week(): JSX.Element {
  const today = isoDate(new Date())
  const trained = trainingDates.value
  const days = weekOf(today)
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
