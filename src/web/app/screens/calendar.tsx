import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronLeft, ChevronRight, Plus, TreePalm } from 'lucide'
import { CalendarMonthDocument } from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { useResource } from '../components/resource.js'
import { RoundButton } from '../components/round-button.js'
import { BackLink } from '../components/screen-parts.js'
import { WorkoutList } from '../components/workout-list.js'
import { request } from '../data/client.js'
import { enrollmentsFingerprint } from '../data/enrollments.js'
import { dateOf, history, trainingDates } from '../data/workouts.js'
import { isoDate, timezone } from '../data/preferences.js'
import { formatDate, formatDay, t } from '../i18n.js'
import { addMonths, monthOf, weeksOf, type Month } from '../training/calendar.js'

/** The workouts of a month, and the days of the program. The workouts are on the device. */
export function CalendarScreen(): JSX.Element {
  const today = isoDate(new Date())
  const [month, setMonth] = useState(monthOf(today))
  const [chosen, setChosen] = useState(today)
  const weeks = weeksOf(month)
  const [from, to] = [weeks[0]?.[0] ?? today, weeks.at(-1)?.at(-1) ?? today]
  const planned = useResource(async () => {
    const variables = { from, to, timezone: timezone.value }
    return (await request(CalendarMonthDocument, variables)).calendar ?? []
  }, [from, to, history.value.length, enrollmentsFingerprint.value])
  const workoutsOn = (date: string) => history.value.filter(workout => dateOf(workout) === date)
  const trained = trainingDates.value
  const daysOn = (date: string) =>
    (planned.value ?? []).filter(day => day.date === date).flatMap(({ planned: days }) => days)
  const toDo = (date: string) => daysOn(date).filter(({ isDone, isSkipped }) => !isDone && !isSkipped)
  const stateText = (date: string) =>
    t(trained.has(date) ? 'home.trained' : toDo(date).length > 0 ? 'calendar.planned' : 'home.notTrained')
  const [found, days] = [workoutsOn(chosen), toDo(chosen)]
  return (
    <>
      <BackLink to="history">{t('nav.history')}</BackLink>
      <h1>{t('calendar')}</h1>
      <div class="columns even">
        <section class="card">
          <MonthHeader month={month} onChange={setMonth} />
          <p class="month-days" aria-hidden="true">
            {weeks[0]?.map(date => (
              <span key={date}>
                {formatDate(`${date}T12:00:00Z`, { weekday: 'narrow', timeZone: 'UTC' })}
              </span>
            ))}
          </p>
          <ol class="month">
            {weeks.flat().map(date => (
              <li key={date}>
                <button
                  type="button"
                  class={[
                    monthOf(date) === month ? '' : 'is-other',
                    trained.has(date) ? 'is-done' : toDo(date).length > 0 ? 'is-planned' : '',
                    date === today ? 'is-today' : '',
                  ].join(' ')}
                  aria-pressed={date === chosen}
                  aria-label={`${formatDay(date)}: ${stateText(date)}`}
                  onClick={() => setChosen(date)}
                >
                  {Number(date.slice(8))}
                </button>
              </li>
            ))}
          </ol>
          {planned.value === null && planned.error !== null && (
            <p class="faint">{t('calendar.withoutPlan')}</p>
          )}
        </section>
        <section>
          <h2 class="group">{formatDay(chosen)}</h2>
          {found.length === 0 && days.length === 0 && <p class="card faint">{t('calendar.nothing')}</p>}
          {days.length > 0 && (
            <ul class="card">
              {days.map(({ enrollmentId, week, day, name }) => (
                <li key={`${enrollmentId} ${week} ${day}`}>
                  {name} <span class="faint">{t('calendar.planned')}</span>
                </li>
              ))}
            </ul>
          )}
          <WorkoutList workouts={found} />
          {chosen <= today && (
            <a class="button quiet wide" href={`#/history/new/${chosen}`}>
              <Icon of={Plus} /> {t('history.log')}
            </a>
          )}
          <a class="button quiet wide" href="#/pauses">
            <Icon of={TreePalm} /> {t('pauses')}
          </a>
        </section>
      </div>
    </>
  )
}

interface MonthProps {
  month: Month
  onChange(month: Month): void
}

/** The name of the month, between the buttons that go to the month before and after. */
const MonthHeader = ({ month, onChange }: MonthProps): JSX.Element => (
  <header class="row">
    <RoundButton
      icon={ChevronLeft}
      label={t('calendar.previous')}
      onClick={() => onChange(addMonths(month, -1))}
    />
    <h2 aria-live="polite">
      {formatDate(`${month}-15T12:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' })}
    </h2>
    <RoundButton
      icon={ChevronRight}
      label={t('calendar.next')}
      onClick={() => onChange(addMonths(month, 1))}
    />
  </header>
)
