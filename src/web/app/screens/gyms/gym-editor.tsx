import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { go } from '../../../shared/router.js'
import { DeleteButton } from '../../components/delete-button.js'
import { TextField, Toggle } from '../../components/fields.js'
import { unitText } from '../../components/figures.js'
import { FormCard } from '../../components/form-card.js'
import { WeightUnitChoice } from '../../components/preference-fields.js'
import { weightUnit } from '../../data/account.js'
import { write } from '../../data/synchronization.js'
import { numberText, t } from '../../i18n.js'
import { newGym, parseWeights, problemOf, type Gym } from '../../training/gyms.js'
import type { Load } from '../../training/workout.js'
import { BarFields } from './bar-fields.js'
import { PlateFields } from './plate-fields.js'
import { toWeight } from './weight-input.js'

/** @param gym undefined for a new gym */
export function GymEditor({ gym }: { gym: Gym | undefined }): JSX.Element {
  const [draft, setDraft] = useState(() => gym ?? newGym(weightUnit.value, t('plates.bar')))
  const [dumbbells, setDumbbells] = useState(draft.dumbbells.map(({ value }) => numberText(value)).join(' '))
  const [error, setError] = useState<string | null>(null)
  const edit = (changes: Partial<Gym>) => setDraft(current => ({ ...current, ...changes }))
  const { bars, plates, steps, unit } = draft

  async function save(): Promise<void> {
    const weights = parseWeights(dumbbells)
    // Weights that did not change keep the unit in which they were entered.
    const saved = {
      ...draft,
      name: draft.name.trim(),
      dumbbells: (weights ?? []).map(
        value => draft.dumbbells.find(load => load.value === value) ?? { value, unit },
      ),
    }
    const problem = weights === null ? 'weight' : problemOf(saved)
    if (problem !== null) setError(t(`gyms.problem.${problem}`))
    else {
      await write({ saveGym: saved })
      go('gyms')
    }
  }

  return (
    <FormCard
      error={error}
      action={t('gyms.save')}
      onSubmit={save}
      footer={
        gym && (
          <DeleteButton
            label={t('gyms.delete')}
            text={t('gyms.deleteText')}
            onConfirm={() => void write({ deleteGym: { id: gym.id } }).then(() => go('gyms'))}
          />
        )
      }
    >
      <TextField
        label={t('gyms.name')}
        maxLength={100}
        value={draft.name}
        onChange={name => edit({ name })}
      />
      <WeightUnitChoice value={unit} onChange={value => edit({ unit: value })} />
      <BarFields bars={bars} unit={unit} onChange={changed => edit({ bars: changed })} />
      <PlateFields plates={plates} unit={unit} onChange={changed => edit({ plates: changed })} />
      <TextField
        label={t('gyms.dumbbells', { unit: unitText(unit) })}
        value={dumbbells}
        onChange={setDumbbells}
      />
      {(['machine', 'cable'] as const).map(key => (
        <StepField
          key={key}
          name={key}
          step={steps[key]}
          unit={steps[key]?.unit ?? unit}
          onChange={step => edit({ steps: { ...steps, [key]: step } })}
        />
      ))}
      <Toggle
        label={t('gyms.default')}
        checked={draft.isDefault}
        onChange={isDefault => edit({ isDefault })}
      />
    </FormCard>
  )
}

interface StepProps {
  name: 'machine' | 'cable'
  step: Load | null
  unit: Load['unit']
  onChange(step: Load | null): void
}

/** The distance between the weights of the machines or cables; empty if it is not known. */
const StepField = ({ name, step, unit, onChange }: StepProps): JSX.Element => (
  <label>
    {t(`gyms.${name}`, { unit: unitText(unit) })}
    <input
      inputMode="decimal"
      defaultValue={step ? numberText(step.value) : ''}
      onInput={event => {
        const text = event.currentTarget.value.trim()
        onChange(text === '' ? null : { value: toWeight(text), unit })
      }}
    />
  </label>
)
