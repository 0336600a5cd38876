import type { JSX } from 'preact'
import type { ProgressionType } from '../../../../../generated/operations/web-app.js'
import { weightUnit } from '../../data/account.js'
import { numberText, parseNumber, t } from '../../i18n.js'
import { newProgression, type PlannedSet, type Progression } from '../../training/plan.js'
import { convert } from '../../training/units.js'
import { Select } from '../fields.js'
import { unitText } from '../figures.js'

type NumberField =
  'successes' | 'failures' | 'deloadPercent' | 'minReps' | 'maxReps' | 'reps' | 'trainingMaxPercent'

/** The fields that each rule has, next to its increment. */
const fields: Record<ProgressionType, readonly NumberField[]> = {
  LINEAR: ['successes', 'failures', 'deloadPercent'],
  DOUBLE: ['minReps', 'maxReps', 'failures', 'deloadPercent'],
  REP_SUM: ['reps', 'deloadPercent'],
  PERCENT: ['trainingMaxPercent'],
}
const types: readonly ProgressionType[] = ['LINEAR', 'DOUBLE', 'REP_SUM', 'PERCENT']

interface Props {
  progression: Progression | null
  sets: readonly PlannedSet[]
  onChange(progression: Progression | null): void
}

/** Edits the rule by which loads and repetitions of an exercise rise. */
export function ProgressionFields({ progression, sets, onChange }: Props): JSX.Element {
  const { increment } = progression ?? {}
  return (
    <div class="form">
      <Select
        label={t('progression')}
        value={progression?.type ?? null}
        options={[
          [null, t('progression.none')],
          ...types.map(type => [type, t(`progression.${type}`)] as const),
        ]}
        onChange={type => onChange(type && newProgression(type, sets, weightUnit.value))}
      />
      {progression && (
        <>
          <p class="faint">{t(`progression.${progression.type}.text`)}</p>
          <NumberInput
            label={t('progression.increment', { unit: unitText(weightUnit.value) })}
            value={increment ? convert(increment, weightUnit.value) : null}
            onChange={value =>
              onChange({ ...progression, increment: value ? { value, unit: weightUnit.value } : null })
            }
          />
          {fields[progression.type].map(field => (
            <NumberInput
              key={field}
              label={t(`progression.${field}`)}
              value={progression[field]}
              onChange={value => onChange({ ...progression, [field]: value })}
            />
          ))}
        </>
      )}
    </div>
  )
}

interface NumberProps {
  label: string
  value: number | null
  onChange(value: number | null): void
}

const NumberInput = ({ label, value, onChange }: NumberProps): JSX.Element => (
  <label>
    {label}
    <input
      inputMode="decimal"
      defaultValue={value === null ? '' : numberText(value, 2)}
      onChange={event => onChange(parseNumber(event.currentTarget.value))}
    />
  </label>
)
