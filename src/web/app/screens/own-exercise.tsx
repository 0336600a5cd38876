import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { TrackingType } from '../../../../generated/operations/web-app.js'
import { go, route } from '../../shared/router.js'
import { toLines } from '../../shared/to-lines.js'
import { DeleteButton } from '../components/delete-button.js'
import { Select, TextField } from '../components/fields.js'
import { FormCard } from '../components/form-card.js'
import { BackLink } from '../components/screen-parts.js'
import { write } from '../data/synchronization.js'
import { history } from '../data/workouts.js'
import { ownExercises } from '../data/catalogue.js'
import { nameOf, t } from '../i18n.js'
import {
  equipment,
  maxStepLength,
  maxSteps,
  muscles,
  newOwnExercise,
  type OwnExercise,
} from '../training/exercises.js'

const trackingTypes: readonly TrackingType[] = [
  ...(['WEIGHT_REPS', 'REPS_ONLY', 'BODYWEIGHT_REPS', 'BODYWEIGHT_ASSISTED_REPS'] as const),
  ...(['DURATION', 'WEIGHT_DURATION', 'DISTANCE_DURATION', 'SHORT_DISTANCE_WEIGHT'] as const),
]

/** The editor of the own exercise in the address, or of a new one. */
export function OwnExerciseScreen(): JSX.Element {
  const [, id] = route.value
  const isNew = id === 'new'
  const [created] = useState(newOwnExercise)
  const exercise = isNew ? created : ownExercises.value.find(one => one.id === id)
  return (
    <>
      <BackLink to={isNew || !exercise ? 'exercises' : `exercises/${exercise.id}`}>
        {isNew || !exercise ? t('nav.exercises') : exercise.name}
      </BackLink>
      <h1>{t(isNew ? 'exercises.create' : 'exercises.edit')}</h1>
      {exercise ? (
        <OwnExerciseEditor key={exercise.id} exercise={exercise} isNew={isNew} />
      ) : (
        <p class="card">{t('exercises.notFound')}</p>
      )}
    </>
  )
}

function OwnExerciseEditor({ exercise, isNew }: { exercise: OwnExercise; isNew: boolean }): JSX.Element {
  const [draft, setDraft] = useState(exercise)
  const [steps, setSteps] = useState((exercise.instructions ?? []).join('\n'))
  const [error, setError] = useState<string | null>(null)
  const edit = (change: Partial<OwnExercise>) => setDraft(current => ({ ...current, ...change }))
  const isUsed = history.value.some(workout =>
    workout.exercises.some(({ exerciseId }) => exerciseId === exercise.id),
  )

  async function save(): Promise<void> {
    const [name, instructions] = [draft.name.trim(), toLines(steps)]
    const isTooLong = instructions.length > maxSteps || instructions.some(step => step.length > maxStepLength)
    if (name === '') setError(t('exercises.nameMissing'))
    else if (isTooLong) setError(t('exercises.stepsTooLong', { steps: maxSteps, length: maxStepLength }))
    else {
      await write({ saveExercise: { ...draft, name, instructions } })
      go(`exercises/${exercise.id}`)
    }
  }

  return (
    <FormCard
      error={error}
      action={t('exercises.save')}
      onSubmit={save}
      footer={
        !isNew && (
          <DeleteButton
            label={t('exercises.delete')}
            text={t('exercises.deleteText')}
            onConfirm={() => void write({ deleteExercise: { id: exercise.id } }).then(() => go('exercises'))}
          />
        )
      }
    >
      <TextField
        label={t('exercises.name')}
        maxLength={100}
        value={draft.name}
        onChange={name => edit({ name })}
      />
      <Select
        label={t('exercises.tracking')}
        value={draft.trackingType ?? null}
        options={trackingTypes.map(type => [type, nameOf('tracking', type)])}
        disabled={isUsed}
        hint={isUsed ? t('exercises.trackingFixed') : null}
        onChange={trackingType => edit({ trackingType })}
      />
      <Several
        label={t('exercises.primaryMuscles')}
        options={muscles.map(muscle => [muscle, nameOf('muscle', muscle)])}
        values={draft.primaryMuscles ?? []}
        onChange={primaryMuscles => edit({ primaryMuscles })}
      />
      <Several
        label={t('exercises.secondaryMuscles')}
        options={muscles.map(muscle => [muscle, nameOf('muscle', muscle)])}
        values={draft.secondaryMuscles ?? []}
        onChange={secondaryMuscles => edit({ secondaryMuscles })}
      />
      <Several
        label={t('equipment')}
        options={equipment.map(item => [item, nameOf('equipment', item)])}
        values={draft.equipment ?? []}
        onChange={chosen => edit({ equipment: chosen })}
      />
      <label>
        {t('exercises.steps')}
        <textarea rows={4} value={steps} onInput={event => setSteps(event.currentTarget.value)} />
      </label>
    </FormCard>
  )
}

interface SeveralProps<Value> {
  label: string
  options: readonly (readonly [value: Value, text: string])[]
  values: readonly Value[]
  onChange(values: Value[]): void
}

/** Check boxes, of which any number can be checked. The values stay in the order in which they were checked. */
const Several = <Value extends string>({
  label,
  options,
  values,
  onChange,
}: SeveralProps<Value>): JSX.Element => (
  <fieldset class="several">
    <legend>{label}</legend>
    {options.map(([option, text]) => (
      <label key={option} class="chip">
        <input
          type="checkbox"
          checked={values.includes(option)}
          onChange={event =>
            onChange(
              event.currentTarget.checked ? [...values, option] : values.filter(value => value !== option),
            )
          }
        />
        {text}
      </label>
    ))}
  </fieldset>
)
