import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dumbbell, Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { go } from '../../../shared/router.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { volumeText } from '../../components/figures.js'
import { NotesField } from '../../components/notes-field.js'
import { Sheet } from '../../components/sheet.js'
import { write } from '../../data/synchronization.js'
import { editWorkout, history } from '../../data/workouts.js'
import { endRest, now } from '../../data/rest.js'
import { formatDuration, plural, t } from '../../i18n.js'
import { completedSets, finish, firstEntry, workingSets, type Workout } from '../../training/workout.js'
import { EntryCard } from './entry-card.js'
import { TitleInput } from './title-input.js'

interface Props {
  workout: Workout
  onFinish(finished: Workout): void
}

export function RunningWorkout({ workout, onFinish }: Props): JSX.Element {
  const [sheet, setSheet] = useState<'add' | 'finish' | 'discard' | null>(null)
  const done = completedSets(workout)
  const edit = (change: (workout: Workout) => Workout) => editWorkout(workout.id, change)
  const close = () => setSheet(null)

  async function end(): Promise<void> {
    await edit(finish)
    endRest()
    onFinish(history.value.find(({ id }) => id === workout.id) ?? finish(workout))
  }

  async function discard(): Promise<void> {
    await write({ deleteWorkout: { id: workout.id } })
    endRest()
    go('')
  }

  function add(exerciseId: string): void {
    close()
    void edit(current => ({
      ...current,
      exercises: [...current.exercises, firstEntry(history.value, current, exerciseId)],
    }))
  }

  return (
    <div class="workout">
      <WorkoutHeader
        workout={workout}
        onTitle={title => void edit(current => ({ ...current, title }))}
        onFinish={() => setSheet(done.length > 0 ? 'finish' : 'discard')}
      />
      {workout.exercises.length === 0 && (
        <div class="card empty">
          <Icon of={Dumbbell} size={40} />
          <p>{t('workout.empty')}</p>
        </div>
      )}
      {workout.exercises.map((entry, at) => (
        <EntryCard key={entry.id} workout={workout} entry={entry} at={at} edit={edit} />
      ))}
      <button type="button" class="button quiet wide" onClick={() => setSheet('add')}>
        <Icon of={Plus} /> {t('workout.addExercise')}
      </button>
      <button type="button" class="link danger center" onClick={() => setSheet('discard')}>
        {t('workout.discard')}
      </button>

      {sheet === 'add' && <ExercisePicker onClose={close} onPick={add} />}
      {sheet === 'finish' && (
        <EndSheet title={t('workout.finishTitle')} onClose={close}>
          <p>{t('workout.finishText', { sets: plural('sets', done.length) })}</p>
          <NotesField
            notes={workout.notes}
            onChange={notes => void edit(current => ({ ...current, notes }))}
          />
          <button type="button" class="button wide" onClick={() => void end()}>
            {t('workout.finish')}
          </button>
        </EndSheet>
      )}
      {sheet === 'discard' && (
        <EndSheet title={t('workout.discardTitle')} onClose={close}>
          <p>{t(done.length > 0 ? 'workout.discardText' : 'workout.nothingDone')}</p>
          <button type="button" class="button danger wide" onClick={() => void discard()}>
            {t('workout.discard')}
          </button>
        </EndSheet>
      )}
    </div>
  )
}

interface HeaderProps {
  workout: Workout
  onTitle(title: string | null): void
  onFinish(): void
}

/** The title and the figures of the workout, which stay on the screen while it is scrolled. */
function WorkoutHeader({ workout, onTitle, onFinish }: HeaderProps): JSX.Element {
  return (
    <header class="workout-header">
      <div>
        <TitleInput title={workout.title} onChange={onTitle} />
        <p class="faint figures">
          <span role="timer" aria-label={t('duration')}>
            {formatDuration((now.value - Date.parse(workout.startedAt)) / 1000)}
          </span>
          <span>{plural('sets', workingSets(workout).length)}</span>
          <span>{volumeText(completedSets(workout))}</span>
        </p>
      </div>
      <button type="button" class="button" onClick={onFinish}>
        {t('workout.finish')}
      </button>
    </header>
  )
}

interface EndProps {
  title: string
  onClose(): void
  children: ComponentChildren
}

/** Asks before the workout ends. */
const EndSheet = ({ title, onClose, children }: EndProps): JSX.Element => (
  <Sheet title={title} onClose={onClose}>
    {children}
    <button type="button" class="button quiet wide" onClick={onClose}>
      {t('workout.continue')}
    </button>
  </Sheet>
)
