import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { go, route } from '../../../shared/router.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { BackLink, EmptyCard } from '../../components/screen-parts.js'
import { useDraft } from '../../components/use-draft.js'
import { editWorkout, history } from '../../data/workouts.js'
import { parseNumber, t } from '../../i18n.js'
import {
  durationOf,
  newEntry,
  newSet,
  removeUndone,
  withDuration,
  type Workout,
} from '../../training/workout.js'
import { EntryCard } from './entry-card.js'
import { TitleInput } from './title-input.js'

/** Edits a finished workout. Each change is stored on the device at once, as in a workout in progress. */
export function WorkoutEditorScreen(): JSX.Element {
  const [, id = ''] = route.value
  const workout = history.value.find(one => one.id === id)
  if (!workout)
    return <EmptyCard text={t('history.notFound')} link={{ to: 'history', text: t('nav.history') }} />
  return (
    <>
      <BackLink to={`history/${id}`}>{t('summary.details')}</BackLink>
      <Editor workout={workout} />
    </>
  )
}

function Editor({ workout }: { workout: Workout }): JSX.Element {
  const [isAdding, setIsAdding] = useState(false)
  const notes = useDraft<HTMLTextAreaElement>(workout.notes ?? '')
  const minutes = String(Math.round(durationOf(workout) / 60))
  const duration = useDraft<HTMLInputElement>(minutes)
  const edit = (change: (workout: Workout) => Workout) => editWorkout(workout.id, change)

  function add(exerciseId: string): void {
    setIsAdding(false)
    const entry = newEntry(exerciseId, [newSet()])
    void edit(current => ({ ...current, exercises: [...current.exercises, entry] }))
  }

  return (
    <div class="workout">
      <TitleInput title={workout.title} onChange={title => void edit(current => ({ ...current, title }))} />
      <label>
        {t('history.minutes')}
        <input
          ref={duration}
          inputMode="numeric"
          autocomplete="off"
          defaultValue={minutes}
          onChange={event => {
            const value = parseNumber(event.currentTarget.value)
            if (value === null) event.currentTarget.value = minutes
            else void edit(current => withDuration(current, value))
          }}
        />
      </label>
      <label>
        {t('notes')}
        <textarea
          ref={notes}
          rows={2}
          maxLength={5000}
          defaultValue={workout.notes ?? ''}
          onChange={event => {
            const text = event.currentTarget.value.trim() || null
            void edit(current => ({ ...current, notes: text }))
          }}
        />
      </label>
      {workout.exercises.map((entry, at) => (
        <EntryCard key={entry.id} workout={workout} entry={entry} at={at} edit={edit} />
      ))}
      <button type="button" class="button quiet wide" onClick={() => setIsAdding(true)}>
        <Icon of={Plus} /> {t('workout.addExercise')}
      </button>
      <button
        type="button"
        class="button wide"
        onClick={() => void edit(removeUndone).then(() => go(`history/${workout.id}`))}
      >
        {t('done')}
      </button>
      {isAdding && <ExercisePicker onClose={() => setIsAdding(false)} onPick={add} />}
    </div>
  )
}
