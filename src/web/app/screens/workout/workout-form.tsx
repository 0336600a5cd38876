import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { NotesField } from '../../components/notes-field.js'
import { useDraft } from '../../components/use-draft.js'
import { history } from '../../data/workouts.js'
import { parseNumber, t } from '../../i18n.js'
import { fromLocalTime, toLocalTime } from '../../training/local-time.js'
import { durationOf, firstEntry, withDuration, withStart, type Workout } from '../../training/workout.js'
import { EntryCard } from './entry-card.js'
import { TitleInput } from './title-input.js'

interface Props {
  workout: Workout
  edit(change: (workout: Workout) => Workout): Promise<void>
}

/** The fields of a workout that has ended. */
export function WorkoutForm({ workout, edit }: Props): JSX.Element {
  const [isAdding, setIsAdding] = useState(false)
  const change = (values: Partial<Workout>) => void edit(current => ({ ...current, ...values }))

  function add(exerciseId: string): void {
    setIsAdding(false)
    void edit(current => ({
      ...current,
      exercises: [...current.exercises, firstEntry(history.value, current, exerciseId)],
    }))
  }

  return (
    <div class="workout">
      <TitleInput title={workout.title} onChange={title => change({ title })} />
      <StartInput workout={workout} edit={edit} />
      <DurationInput workout={workout} edit={edit} />
      <NotesField notes={workout.notes} onChange={notes => change({ notes })} />
      {workout.exercises.map((entry, at) => (
        <EntryCard key={entry.id} workout={workout} entry={entry} at={at} edit={edit} />
      ))}
      <button type="button" class="button quiet wide" onClick={() => setIsAdding(true)}>
        <Icon of={Plus} /> {t('workout.addExercise')}
      </button>
      {isAdding && <ExercisePicker onClose={() => setIsAdding(false)} onPick={add} />}
    </div>
  )
}

/** The date and time at which the workout began, in its time zone. */
function StartInput({ workout, edit }: Props): JSX.Element {
  const { startedAt, timezone } = workout
  const text = toLocalTime(startedAt, timezone)
  const input = useDraft<HTMLInputElement>(text)
  return (
    <label>
      {t('history.start')}
      <input
        ref={input}
        type="datetime-local"
        max={toLocalTime(new Date().toISOString(), timezone)}
        defaultValue={text}
        onBlur={event => {
          const start = fromLocalTime(event.currentTarget.value, timezone)
          if (start === null) event.currentTarget.value = text
          else if (event.currentTarget.value !== text) void edit(current => withStart(current, start))
        }}
      />
    </label>
  )
}

function DurationInput({ workout, edit }: Props): JSX.Element {
  const minutes = String(Math.round(durationOf(workout) / 60))
  const input = useDraft<HTMLInputElement>(minutes)
  return (
    <label>
      {t('history.minutes')}
      <input
        ref={input}
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
  )
}
