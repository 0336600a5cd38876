import type { JSX } from 'preact'
import { go, route } from '../../../shared/router.js'
import { BackLink, EmptyCard } from '../../components/screen-parts.js'
import { editWorkout, history } from '../../data/workouts.js'
import { t } from '../../i18n.js'
import { completedSets, removeUndone, type Workout } from '../../training/workout.js'
import { NewPastWorkout } from './new-past-workout.js'
import { WorkoutForm } from './workout-form.js'

/** Edits a workout that has ended, or logs one: `#/history/<id>/edit` or `#/history/new/<date>`. */
export function WorkoutEditorScreen(): JSX.Element {
  const [, id = '', date] = route.value
  const workout = history.value.find(one => one.id === id)
  if (id === 'new') return <NewPastWorkout date={date} />
  if (!workout)
    return <EmptyCard text={t('history.notFound')} link={{ to: 'history', text: t('nav.history') }} />
  return (
    <>
      <BackLink to={`history/${id}`}>{t('summary.details')}</BackLink>
      <Editor workout={workout} />
    </>
  )
}

/** Stores each change on the device immediately, as in a workout in progress. */
function Editor({ workout }: { workout: Workout }): JSX.Element {
  const edit = (change: (workout: Workout) => Workout) => editWorkout(workout.id, change)
  const doneSets = completedSets(workout).length
  const hasUndone = workout.exercises.some(({ sets }) => sets.some(set => set.completedAt === null))
  return (
    <>
      <WorkoutForm workout={workout} edit={edit} />
      {hasUndone && <p class="faint">{t(doneSets > 0 ? 'history.undone' : 'workout.nothingDone')}</p>}
      <button
        type="button"
        class="button wide"
        disabled={doneSets === 0}
        onClick={() => void edit(removeUndone).then(() => go(`history/${workout.id}`))}
      >
        {t('done')}
      </button>
    </>
  )
}
