import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CalendarDays, ChevronLeft, CloudUpload, FileUp, ListPlus, RotateCcw } from 'lucide'
import { DeleteButton } from '../components/delete-button.js'
import { RecordList, setText, Stat, unitText } from '../components/figures.js'
import { newId } from '../../../client/index.js'
import { Icon } from '../components/icon.js'
import { MuscleMap } from '../components/muscle-map.js'
import { ShareButton } from '../components/share-button.js'
import { activeWorkout, history, waiting, weightUnit, write } from '../data/app.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { timezone } from '../data/preferences.js'
import { formatDate, formatDuration, formatNumber, nameOf, plural, t } from '../i18n.js'
import { go } from '../router.js'
import { musclesOf } from '../training/muscles.js'
import { isWithAbove } from '../training/plan.js'
import { findRecords } from '../training/records.js'
import { volumeOf } from '../training/units.js'
import { fromWorkout, numberOf, quantitiesOf, workingSets, type Workout } from '../training/workout.js'

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
      </div>
      {history.value.length === 0 && (
        <div class="card empty">
          <p>{t('history.empty')}</p>
          <a class="button" href="#/">
            {t('workout.start')}
          </a>
        </div>
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
      {history.value.length > count && (
        <button type="button" class="button quiet wide" onClick={() => setCount(count + pageSize)}>
          {t('more')}
        </button>
      )}
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

export const WorkoutList = ({ workouts }: { workouts: readonly Workout[] }): JSX.Element => (
  <ul class="workouts">
    {workouts.map(workout => {
      const sets = workingSets(workout)
      const names = workout.exercises.map(({ exerciseId }) => exerciseName(exerciseId))
      return (
        <li key={workout.id}>
          <a class="card workout-row" href={`#/history/${workout.id}`}>
            <span class="day" aria-hidden="true">
              <b>{formatDate(workout.startedAt, { day: 'numeric' })}</b>
              {formatDate(workout.startedAt, { weekday: 'short' })}
            </span>
            <span>
              <strong>{workout.title ?? t('workout')}</strong>
              <span class="hidden">{formatDate(workout.startedAt)}</span>
              <span class="faint clip">{names.join(', ')}</span>
              <span class="faint figures">
                <span>{formatDuration(durationOf(workout))}</span>
                <span>{plural('sets', sets.length)}</span>
                <span>
                  {formatNumber(volumeOf(sets, weightUnit.value), 0)} {unitText(weightUnit.value)}
                </span>
              </span>
            </span>
            {waiting.value.has(workout.id) && (
              <span class="waiting">
                <Icon of={CloudUpload} size={18} />
                <span class="hidden">{t('history.waiting')}</span>
              </span>
            )}
          </a>
        </li>
      )
    })}
  </ul>
)

const durationOf = ({ startedAt, endedAt }: Workout): number =>
  (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1000

export function WorkoutDetail({ id }: { id: string }): JSX.Element {
  const [isKept, setIsKept] = useState(false)
  const workout = history.value.find(one => one.id === id)
  if (!workout)
    return (
      <div class="card empty">
        <p>{t('history.notFound')}</p>
        <a class="button" href="#/history">
          {t('nav.history')}
        </a>
      </div>
    )
  const sets = workingSets(workout)
  const muscles = musclesOf(workout)
  return (
    <>
      <a class="back" href="#/history">
        <Icon of={ChevronLeft} /> {t('nav.history')}
      </a>
      <h1>{workout.title ?? t('workout')}</h1>
      <p class="faint">
        {formatDate(workout.startedAt, { dateStyle: 'full', timeStyle: 'short', timeZone: workout.timezone })}
      </p>
      <dl class="stats card">
        <Stat name={t('duration')} value={formatDuration(durationOf(workout))} />
        <Stat name={t('sets')} value={String(sets.length)} />
        <Stat
          name={t('volume')}
          value={`${formatNumber(volumeOf(sets, weightUnit.value), 0)} ${unitText(weightUnit.value)}`}
        />
      </dl>
      <RecordList records={findRecords(workout, history.value)} />
      {workout.notes !== null && <p class="card">{workout.notes}</p>}
      <div class="columns">
        <div>
          {workout.exercises.map((entry, at) => {
            const quantities = quantitiesOf(findExercise(entry.exerciseId)?.trackingType)
            return (
              <section class="card" key={entry.id}>
                {isWithAbove(workout.exercises, at) && (
                  <p class="chips">
                    <span class="chip strong">{t('plan.superset')}</span>
                  </p>
                )}
                <h2>
                  <a href={`#/exercises/${entry.exerciseId}`}>{exerciseName(entry.exerciseId)}</a>
                </h2>
                {entry.notes !== null && <p class="faint">{entry.notes}</p>}
                <ol class="done-sets">
                  {entry.sets
                    .filter(({ completedAt }) => completedAt !== null)
                    .map((set, index, all) => (
                      <li key={set.id}>
                        <span class="faint">
                          {set.type === 'NORMAL' ? numberOf(all, index) : nameOf('setType', set.type)}
                        </span>
                        <span>{setText(set, quantities)}</span>
                      </li>
                    ))}
                </ol>
              </section>
            )
          })}
        </div>
        {muscles.length > 0 && (
          <section class="card">
            <h2>{t('muscles.sets')}</h2>
            <MuscleMap
              class="large"
              query={`?sets=${muscles.map(([muscle, count]) => `${muscle}:${Math.min(20, count * 3)}`).join(',')}`}
            />
            <ul class="amounts">
              {muscles.map(([muscle, count]) => (
                <li key={muscle}>
                  <span>{nameOf('muscle', muscle)}</span> <span>{formatNumber(count)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {!activeWorkout.value && (
        <button
          type="button"
          class="button wide"
          onClick={() =>
            void write({ saveWorkout: fromWorkout(workout, timezone.value) }).then(() => go('workout'))
          }
        >
          <Icon of={RotateCcw} /> {t('history.repeat')}
        </button>
      )}
      <button
        type="button"
        class="button quiet wide"
        disabled={isKept}
        onClick={() => {
          setIsKept(true)
          void write({ createRoutineFromWorkout: { id: newId(), workoutId: id } })
        }}
      >
        <Icon of={ListPlus} /> {t(isKept ? 'history.isRoutine' : 'history.toRoutine')}
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
