import type { JSX } from 'preact'
import { Plus } from 'lucide'
import { newId } from '../../../client/index.js'
import { Icon } from '../../shared/icon.js'
import { moveItem } from '../../shared/move-item.js'
import { go, route } from '../../shared/router.js'
import { DeleteButton } from '../components/delete-button.js'
import { MoveButtons } from '../components/move-buttons.js'
import { PlanEditor } from '../components/plan/plan-editor.js'
import { BackLink, EmptyCard } from '../components/screen-parts.js'
import { ShareButton } from '../components/share-button.js'
import { WaitingMark } from '../components/waiting-mark.js'
import { editRoutine, routines } from '../data/routines.js'
import { write } from '../data/synchronization.js'
import { exerciseName } from '../data/catalogue.js'
import { t } from '../i18n.js'
import { newRoutine, type Routine } from '../training/routines.js'

/** The list of routines, or the editor of the one in the address. */
export function RoutinesScreen(): JSX.Element {
  const [, id] = route.value
  const routine = routines.value.find(one => one.id === id)
  if (id === undefined) return <RoutineList />
  return (
    <>
      <BackLink to="routines">{t('routines')}</BackLink>
      {routine ? <RoutineEditor key={id} routine={routine} /> : <p class="card">{t('routines.notFound')}</p>}
    </>
  )
}

function RoutineList(): JSX.Element {
  const all = routines.value

  async function create(): Promise<void> {
    const routine = newRoutine(newId(), t('routines.new'), all.length)
    await write({ saveRoutine: routine })
    go(`routines/${routine.id}`)
  }

  /** Saves the routines whose positions have changed. */
  async function move(from: number, to: number): Promise<void> {
    const positions = moveItem(all, from, to).map((routine, position) => ({ routine, position }))
    for (const { routine, position } of positions)
      if (routine.position !== position) await editRoutine(routine.id, current => ({ ...current, position }))
  }

  return (
    <>
      <h1>{t('routines')}</h1>
      {all.length === 0 && <EmptyCard text={t('routines.empty')} />}
      <ul class="workouts">
        {all.map((routine, at) => (
          <li key={routine.id} class="card routine">
            <a href={`#/routines/${routine.id}`}>
              <strong>{routine.title}</strong>
              <span class="faint clip">
                {routine.exercises.map(({ exerciseId }) => exerciseName(exerciseId)).join(', ')}
              </span>
            </a>
            <WaitingMark id={routine.id} />
            <MoveButtons name={routine.title} at={at} count={all.length} onMove={to => void move(at, to)} />
          </li>
        ))}
      </ul>
      <button type="button" class="button wide" onClick={() => void create()}>
        <Icon of={Plus} /> {t('routines.create')}
      </button>
    </>
  )
}

/** Stores each change on the device at once, as with workouts. */
function RoutineEditor({ routine }: { routine: Routine }): JSX.Element {
  const edit = (change: (routine: Routine) => Partial<Routine>) =>
    void editRoutine(routine.id, current => ({ ...current, ...change(current) }))
  return (
    <>
      <h1>
        <input
          class="title-input"
          aria-label={t('routines.title')}
          defaultValue={routine.title}
          maxLength={200}
          onChange={event => {
            const title = event.currentTarget.value.trim()
            if (title === '') event.currentTarget.value = routine.title
            else edit(() => ({ title }))
          }}
        />
      </h1>
      <label>
        {t('notes')}
        <textarea
          rows={2}
          maxLength={5000}
          defaultValue={routine.notes ?? ''}
          onChange={event => {
            const notes = event.currentTarget.value.trim() || null
            edit(() => ({ notes }))
          }}
        />
      </label>
      <PlanEditor
        exercises={routine.exercises}
        edit={change => edit(({ exercises }) => ({ exercises: change(exercises) }))}
      />
      <ShareButton subject={{ routineId: routine.id }} title={routine.title} />
      <DeleteButton
        label={t('routines.delete')}
        text={t('routines.deleteText')}
        onConfirm={() => void write({ deleteRoutine: { id: routine.id } }).then(() => go('routines'))}
      />
    </>
  )
}
