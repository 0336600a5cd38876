import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { GoalKind, WeightUnit } from '../../../../../generated/operations/web-app.js'
import { ConsentGate } from '../../components/consent.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { DateField, Select, TextField } from '../../components/fields.js'
import { unitText } from '../../components/figures.js'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { weightUnit } from '../../data/account.js'
import { write } from '../../data/synchronization.js'
import { exerciseName, findExercise } from '../../data/catalogue.js'
import { measurements } from '../../data/measurements.js'
import { isoDate } from '../../data/preferences.js'
import { nameOf, numberText, parseNumber, t } from '../../i18n.js'
import { hasExercise, hasLoad, readGoal, recordsGoalValue, type Goal } from '../../training/goals.js'

const kinds: readonly GoalKind[] = ['ONE_RM', 'LOAD', 'BODY_WEIGHT', 'SESSIONS_PER_WEEK', 'DISTANCE']

interface Props {
  /** Null for a new goal. */
  goal: Goal | null
  onClose(): void
}

/** The editor of a goal in a sheet. */
export function GoalEditor({ goal, onClose }: Props): JSX.Element {
  const [kind, setKind] = useState<GoalKind>(goal?.kind ?? 'ONE_RM')
  const form = <GoalForm key={kind} goal={goal} kind={kind} onClose={onClose} />
  return (
    <Sheet title={t(goal ? 'goals.edit' : 'goals.create')} onClose={onClose} tall>
      <Select
        label={t('goals.kind')}
        value={kind}
        options={kinds.map(one => [one, nameOf('goalKind', one)])}
        onChange={setKind}
      />
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

function GoalForm({ goal, kind, onClose }: Props & { kind: GoalKind }): JSX.Element {
  // The values of a goal of another kind do not fit.
  const edited = goal?.kind === kind ? goal : null
  const [exerciseId, setExerciseId] = useState(edited?.exercise?.id ?? null)
  const [target, setTarget] = useState(edited ? numberText(edited.target) : '')
  const [reps, setReps] = useState(String(edited?.reps ?? 1))
  const [endsOn, setEndsOn] = useState(goal?.endsOn ?? '')
  const [isPicking, setIsPicking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const unit = edited?.unit ?? weightUnit.value

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
    const isSuitable = exercise !== undefined && recordsGoalValue(kind, exercise.trackingType)
    setExerciseId(isSuitable ? id : null)
    setError(isSuitable ? null : t(kind === 'DISTANCE' ? 'goals.noDistance' : 'goals.noLoad'))
  }

  return (
    <>
      <Form onSubmit={save}>
        {hasExercise(kind) && (
          <button type="button" class="button quiet wide" onClick={() => setIsPicking(true)}>
            {exerciseId === null ? t('goals.chooseExercise') : exerciseName(exerciseId)}
          </button>
        )}
        <TextField label={targetLabel(kind, unit)} inputMode="decimal" value={target} onChange={setTarget} />
        {kind === 'LOAD' && (
          <TextField label={t('reps')} inputMode="numeric" value={reps} onChange={setReps} />
        )}
        <DateField label={t('goals.endsOn')} value={endsOn} onChange={setEndsOn} />
        <ErrorMessage text={error} />
        <button class="button wide">{t('goals.save')}</button>
      </Form>
      {isPicking && (
        <ExercisePicker title={t('goals.chooseExercise')} onPick={pick} onClose={() => setIsPicking(false)} />
      )}
    </>
  )
}

function targetLabel(kind: GoalKind, unit: WeightUnit): string {
  if (hasLoad(kind)) return t('goals.targetIn', { unit: unitText(unit) })
  return t(kind === 'DISTANCE' ? 'distance' : 'frequency')
}
