import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ListPlus, Pencil, RotateCcw } from 'lucide'
import { newId } from '../../../client/index.js'
import { Icon } from '../../shared/icon.js'
import { go } from '../../shared/router.js'
import { DeleteButton } from '../components/delete-button.js'
import { RecordList, setText, WorkoutStats } from '../components/figures.js'
import { MuscleSets } from '../components/muscle-sets.js'
import { BackLink, EmptyCard } from '../components/screen-parts.js'
import { ShareButton } from '../components/share-button.js'
import { SupersetChip } from '../components/superset-chip.js'
import { write } from '../data/synchronization.js'
import { activeWorkout, history } from '../data/workouts.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { timezone } from '../data/preferences.js'
import { formatDate, nameOf, t } from '../i18n.js'
import { musclesOf } from '../training/muscles.js'
import { findRecords } from '../training/records.js'
import { fromWorkout, numberOf, type Entry, type Workout } from '../training/workout.js'
import { startWorkout } from './workout/start-workout.js'

/** A workout of the history. */
export function WorkoutDetail({ id }: { id: string }): JSX.Element {
  const workout = history.value.find(one => one.id === id)
  if (!workout)
    return <EmptyCard text={t('history.notFound')} link={{ to: 'history', text: t('nav.history') }} />
  const muscles = musclesOf(workout)
  return (
    <>
      <BackLink to="history">{t('nav.history')}</BackLink>
      <h1>{workout.title ?? t('workout')}</h1>
      <p class="faint">
        {formatDate(workout.startedAt, { dateStyle: 'full', timeStyle: 'short', timeZone: workout.timezone })}
      </p>
      <WorkoutStats class="stats card" workout={workout} />
      <RecordList records={findRecords(workout, history.value)} />
      {workout.notes !== null && <p class="card">{workout.notes}</p>}
      <div class="columns">
        <div>
          {workout.exercises.map((entry, at) => (
            <EntryCard key={entry.id} workout={workout} entry={entry} at={at} />
          ))}
        </div>
        {muscles.length > 0 && (
          <section class="card">
            <h2>{t('muscles.sets')}</h2>
            <MuscleSets sets={muscles} scale={mapScale} />
          </section>
        )}
      </div>
      <WorkoutActions workout={workout} />
    </>
  )
}

/** The map shows up to 20 sets, as of a week. A workout has about a third of them. */
const mapScale = 3

interface EntryProps {
  workout: Workout
  entry: Entry
  at: number
}

/** An exercise with the sets that were done. */
function EntryCard({ workout, entry, at }: EntryProps): JSX.Element {
  const type = findExercise(entry.exerciseId)?.trackingType
  const done = entry.sets.filter(({ completedAt }) => completedAt !== null)
  return (
    <section class="card">
      <SupersetChip exercises={workout.exercises} at={at} />
      <h2>
        <a href={`#/exercises/${entry.exerciseId}`}>{exerciseName(entry.exerciseId)}</a>
      </h2>
      {entry.notes !== null && <p class="faint">{entry.notes}</p>}
      <ol class="done-sets">
        {done.map((set, index) => (
          <li key={set.id}>
            <span class="faint">
              {set.type === 'NORMAL' ? numberOf(done, index) : nameOf('setType', set.type)}
            </span>
            <span>{setText(set, type)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the user can do with a workout: repeat, keep as a routine, share and delete it. */
function WorkoutActions({ workout }: { workout: Workout }): JSX.Element {
  const { id } = workout
  const [isRoutine, setIsRoutine] = useState(false)

  async function createRoutine(): Promise<void> {
    setIsRoutine(true)
    await write({ createRoutineFromWorkout: { id: newId(), workoutId: id } })
  }

  return (
    <>
      {!activeWorkout.value && (
        <button
          type="button"
          class="button wide"
          onClick={() => void startWorkout(fromWorkout(workout, timezone.value))}
        >
          <Icon of={RotateCcw} /> {t('history.repeat')}
        </button>
      )}
      <a class="button quiet wide" href={`#/history/${id}/edit`}>
        <Icon of={Pencil} /> {t('history.edit')}
      </a>
      <button
        type="button"
        class="button quiet wide"
        disabled={isRoutine}
        onClick={() => void createRoutine()}
      >
        <Icon of={ListPlus} /> {t(isRoutine ? 'history.isRoutine' : 'history.toRoutine')}
      </button>
      <ShareButton subject={{ workoutId: id }} title={workout.title ?? t('sharing.WORKOUT')} />
      <DeleteButton
        label={t('history.delete')}
        title={t('history.deleteTitle')}
        text={t('history.deleteText')}
        onConfirm={() => void write({ deleteWorkout: { id } }).then(() => go('history'))}
      />
    </>
  )
}
