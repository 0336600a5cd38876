import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronLeft, Plus } from 'lucide'
import type { GoalKind } from '../../../../generated/operations/web-app.js'
import { ConsentGate } from '../components/consent.js'
import { ExercisePicker } from '../components/exercise-picker.js'
import { unitText } from '../components/figures.js'
import { GoalList, goalText } from '../components/goal-list.js'
import { Icon } from '../components/icon.js'
import { Sheet } from '../components/sheet.js'
import { goals, weightUnit, write } from '../data/app.js'
import { measurements } from '../data/measurements.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { isoDate } from '../data/preferences.js'
import { nameOf, numberText, parseNumber, t } from '../i18n.js'
import { fits, hasExercise, hasLoad, readGoal, type Goal } from '../training/goals.js'

const kinds: readonly GoalKind[] = ['ONE_RM', 'LOAD', 'BODY_WEIGHT', 'SESSIONS_PER_WEEK', 'DISTANCE']

export function GoalsScreen(): JSX.Element {
  const [edited, setEdited] = useState<Goal | 'new' | null>(null)
  const [abandoned, setAbandoned] = useState<Goal | null>(null)
  const actions = { onEdit: setEdited, onAbandon: setAbandoned }
  const isAchieved = ({ achievedAt }: Goal) => achievedAt !== null
  const [reached, open] = [goals.value.filter(isAchieved), goals.value.filter(goal => !isAchieved(goal))]
  return (
    <>
      <a class="back" href="#/progress">
        <Icon of={ChevronLeft} /> {t('nav.progress')}
      </a>
      <h1>{t('goals')}</h1>
      {goals.value.length === 0 && (
        <div class="card empty">
          <p>{t('goals.empty')}</p>
        </div>
      )}
      {open.length > 0 && (
        <section class="card">
          <GoalList goals={open} actions={actions} />
        </section>
      )}
      {reached.length > 0 && (
        <section class="card">
          <h2>{t('goals.achieved')}</h2>
          <GoalList goals={reached} actions={actions} />
        </section>
      )}
      <button type="button" class="button wide" onClick={() => setEdited('new')}>
        <Icon of={Plus} /> {t('goals.create')}
      </button>
      {edited && <Editor goal={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {abandoned && (
        <Sheet title={t('goals.abandon')} onClose={() => setAbandoned(null)}>
          <p>{t('goals.abandonText', { goal: goalText(abandoned) })}</p>
          <button
            type="button"
            class="button danger wide"
            onClick={() => void write({ deleteGoal: { id: abandoned.id } }).then(() => setAbandoned(null))}
          >
            {t('goals.abandon')}
          </button>
        </Sheet>
      )}
    </>
  )
}

interface EditorProps {
  /** Null for a new goal. */
  goal: Goal | null
  onClose(): void
}

function Editor({ goal, onClose }: EditorProps): JSX.Element {
  const [kind, setKind] = useState<GoalKind>(goal?.kind ?? 'ONE_RM')
  const form = <Form key={kind} goal={goal} kind={kind} onClose={onClose} />
  return (
    <Sheet title={t(goal ? 'goals.edit' : 'goals.create')} onClose={onClose} tall>
      <label>
        {t('goals.kind')}
        <select
          value={kind}
          onChange={event => setKind(kinds.find(one => one === event.currentTarget.value) ?? 'ONE_RM')}
        >
          {kinds.map(one => (
            <option key={one} value={one}>
              {nameOf('goalKind', one)}
            </option>
          ))}
        </select>
      </label>
      {kind === 'BODY_WEIGHT' ? (
        <ConsentGate kind="BODY_MEASUREMENTS" isKnown={measurements.value.length > 0}>
          {form}
        </ConsentGate>
      ) : (
        form
      )}
    </Sheet>
  )
}

function Form({ goal, kind, onClose }: EditorProps & { kind: GoalKind }): JSX.Element {
  // The values of a goal of another kind do not fit.
  const former = goal?.kind === kind ? goal : null
  const [exerciseId, setExerciseId] = useState(former?.exercise?.id ?? null)
  const [target, setTarget] = useState(former ? numberText(former.target) : '')
  const [reps, setReps] = useState(String(former?.reps ?? 1))
  const [endsOn, setEndsOn] = useState(goal?.endsOn ?? '')
  const [isPicking, setIsPicking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const unit = former?.unit ?? weightUnit.value

  async function save(): Promise<void> {
    const draft = {
      kind,
      exerciseId,
      target: parseNumber(target),
      reps: parseNumber(reps),
      endsOn: endsOn || null,
    }
    const read = readGoal(draft, unit, isoDate(new Date()), goal)
    if ('problem' in read) setError(t(`goals.problem.${read.problem}`))
    else {
      await write({ saveGoal: read.goal })
      onClose()
    }
  }

  function pick(id: string): void {
    setIsPicking(false)
    const exercise = findExercise(id)
    const isFitting = exercise !== undefined && fits(kind, exercise.trackingType)
    setExerciseId(isFitting ? id : null)
    setError(isFitting ? null : t(kind === 'DISTANCE' ? 'goals.noDistance' : 'goals.noLoad'))
  }

  return (
    <>
      <form
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        {hasExercise(kind) && (
          <button type="button" class="button quiet wide" onClick={() => setIsPicking(true)}>
            {exerciseId === null ? t('goals.chooseExercise') : exerciseName(exerciseId)}
          </button>
        )}
        <label>
          {hasLoad(kind)
            ? t('goals.targetIn', { unit: unitText(unit) })
            : t(kind === 'DISTANCE' ? 'distance' : 'frequency')}
          <input inputMode="decimal" value={target} onInput={event => setTarget(event.currentTarget.value)} />
        </label>
        {kind === 'LOAD' && (
          <label>
            {t('reps')}
            <input inputMode="numeric" value={reps} onInput={event => setReps(event.currentTarget.value)} />
          </label>
        )}
        <label>
          {t('goals.endsOn')}
          <input type="date" value={endsOn} onInput={event => setEndsOn(event.currentTarget.value)} />
        </label>
        <p class="error" role="alert">
          {error}
        </p>
        <button class="button wide">{t('goals.save')}</button>
      </form>
      {isPicking && (
        <ExercisePicker title={t('goals.chooseExercise')} onPick={pick} onClose={() => setIsPicking(false)} />
      )}
    </>
  )
}
