import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CalendarDays, FileUp, Plus } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { EmptyCard, MoreButton } from '../components/screen-parts.js'
import { WorkoutList } from '../components/workout-list.js'
import { history } from '../data/workouts.js'
import { formatDate, t } from '../i18n.js'
import type { Workout } from '../training/workout.js'

/** How many workouts are shown before the user asks for more. */
const pageSize = 30

export function HistoryScreen(): JSX.Element {
  const [count, setCount] = useState(pageSize)
  const months = byMonth(history.value.slice(0, count))
  return (
    <>
      <h1>{t('nav.history')}</h1>
      <div class="shortcuts">
        <a class="button quiet" href="#/calendar">
          <Icon of={CalendarDays} /> {t('calendar')}
        </a>
        <a class="button quiet" href="#/history/new">
          <Icon of={Plus} /> {t('history.log')}
        </a>
      </div>
      {history.value.length === 0 && (
        <EmptyCard text={t('history.empty')} link={{ to: '', text: t('workout.start') }} />
      )}
      {[...months].map(([month, workouts]) => (
        <section key={month}>
          <h2 class="group">{month}</h2>
          <WorkoutList workouts={workouts} />
        </section>
      ))}
      <a class="link center" href="#/import">
        <Icon of={FileUp} size={18} /> {t('import')}
      </a>
      {history.value.length > count && <MoreButton onClick={() => setCount(count + pageSize)} />}
    </>
  )
}

function byMonth(workouts: readonly Workout[]): Map<string, Workout[]> {
  const months = new Map<string, Workout[]>()
  for (const workout of workouts) {
    const month = formatDate(workout.startedAt, { month: 'long', year: 'numeric' })
    months.set(month, [...(months.get(month) ?? []), workout])
  }
  return months
}
