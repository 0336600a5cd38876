import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { go } from '../../../shared/router.js'
import { BackLink } from '../../components/screen-parts.js'
import { isoDate, timezone } from '../../data/preferences.js'
import { write } from '../../data/synchronization.js'
import { t } from '../../i18n.js'
import { fromLocalTime } from '../../training/local-time.js'
import { newWorkout, type Workout } from '../../training/workout.js'
import { WorkoutForm } from './workout-form.js'

const hour = 60 * 60 * 1000

/** Returns a workout of an hour: the last one today, or from six in the evening on an earlier date. */
function newPastWorkout(date: string): Workout {
  const evening = date < isoDate(new Date()) ? fromLocalTime(`${date}T18:00`, timezone.value) : null
  const startedAt = evening ?? new Date(Date.now() - hour).toISOString()
  const endedAt = new Date(Date.parse(startedAt) + hour).toISOString()
  return { ...newWorkout(timezone.value), startedAt, endedAt }
}

/** Logs a workout afterwards. It is stored with its first exercise. */
export function NewPastWorkout({ date = '' }: { date?: string | undefined }): JSX.Element {
  const [workout, setWorkout] = useState(() => newPastWorkout(date))

  async function edit(change: (workout: Workout) => Workout): Promise<void> {
    const changed = change(workout)
    setWorkout(changed)
    if (changed.exercises.length === 0) return
    await write({ saveWorkout: changed })
    go(`history/${changed.id}/edit`)
  }

  return (
    <>
      <BackLink to="history">{t('nav.history')}</BackLink>
      <p class="faint">{t('history.logText')}</p>
      <WorkoutForm workout={workout} edit={edit} />
    </>
  )
}
