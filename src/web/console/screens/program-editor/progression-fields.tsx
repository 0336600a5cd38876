import type { JSX } from 'preact'
import { NumberField, Select, TextField } from '../../components/fields.js'
import { nameOf, t, type TextKey } from '../../i18n.js'
import { progressionTypes } from '../../values.js'
import type { PlannedExercise } from './program-draft.js'

type Progression = NonNullable<PlannedExercise['progression']>

const newProgression = (type: Progression['type']): Progression => ({
  type,
  key: null,
  increment: type === 'PERCENT' ? { value: 2.5, unit: 'KG' } : null,
  successes: 1,
  failures: 3,
  deloadPercent: 10,
  minReps: type === 'DOUBLE' ? 8 : null,
  maxReps: type === 'DOUBLE' ? 12 : null,
  reps: type === 'REP_SUM' ? 30 : null,
  trainingMaxPercent: type === 'PERCENT' ? 90 : null,
  harderExerciseId: null,
})

interface RuleNumber {
  field: 'successes' | 'failures' | 'minReps' | 'maxReps' | 'reps' | 'trainingMaxPercent' | 'deloadPercent'
  label: TextKey
  min: number
  max: number
  step?: number
  isOptional?: boolean
  /** The value if the field is empty; null by default. */
  fallback?: number
}

const successes: RuleNumber = {
  ...{ field: 'successes', label: 'progression.successes', min: 1, max: 10, fallback: 1 },
}
const failures: RuleNumber = {
  ...{ field: 'failures', label: 'progression.failures', min: 1, max: 10, fallback: 3 },
}
const minReps: RuleNumber = { field: 'minReps', label: 'programEditor.set.minReps', min: 1, max: 10_000 }
const maxReps: RuleNumber = { field: 'maxReps', label: 'programEditor.set.maxReps', min: 1, max: 10_000 }
const reps: RuleNumber = { field: 'reps', label: 'progression.reps', min: 1, max: 10_000 }
const trainingMaxPercent: RuleNumber = {
  ...{ field: 'trainingMaxPercent', label: 'progression.trainingMaxPercent' },
  ...{ min: 50, max: 100, step: 0.5, isOptional: true },
}
const deloadPercent: RuleNumber = {
  ...{ field: 'deloadPercent', label: 'progression.deloadPercent', min: 1, max: 90, fallback: 10 },
}

/** The numbers of each rule, next to its increment. */
const numbersOf: Record<Progression['type'], readonly RuleNumber[]> = {
  LINEAR: [successes, failures, deloadPercent],
  DOUBLE: [failures, minReps, maxReps, deloadPercent],
  REP_SUM: [reps, deloadPercent],
  PERCENT: [trainingMaxPercent, deloadPercent],
}

interface Props {
  /** Null if sets stay as planned. */
  progression: Progression | null
  onChange(progression: Progression | null): void
}

/** The rule by which loads and repetitions progress. */
export const ProgressionFields = ({ progression, onChange }: Props): JSX.Element => (
  <fieldset class="set">
    <legend>{t('progression')}</legend>
    <div class="set-fields">
      <Select
        label={t('progression.type')}
        none={t('none')}
        value={progression?.type ?? null}
        options={progressionTypes.map(type => [type, nameOf('progression', type)] as const)}
        onChange={type => onChange(type === null ? null : newProgression(type))}
      />
      {progression && <RuleFields rule={progression} onChange={onChange} />}
    </div>
  </fieldset>
)

interface RuleProps {
  rule: Progression
  onChange(rule: Progression): void
}

const RuleFields = ({ rule, onChange }: RuleProps): JSX.Element => (
  <>
    <IncrementFields rule={rule} onChange={onChange} />
    {numbersOf[rule.type].map(({ field, label, min, max, step = 1, isOptional = false, fallback = null }) => (
      <NumberField
        key={field}
        label={t(label)}
        min={field === 'maxReps' ? (rule.minReps ?? min) : min}
        max={max}
        step={step}
        required={!isOptional}
        value={rule[field]}
        onChange={value => onChange({ ...rule, [field]: value ?? fallback })}
      />
    ))}
    <TextField
      label={t('progression.key')}
      maxLength={36}
      value={rule.key}
      onChange={key => onChange({ ...rule, key })}
    />
  </>
)

function IncrementFields({ rule, onChange }: RuleProps): JSX.Element {
  const { type, increment } = rule
  const unit = increment?.unit ?? 'KG'
  return (
    <>
      <NumberField
        label={t('progression.increment')}
        {...{ min: 0.01, max: 100, step: 0.01 }}
        required={type === 'PERCENT'}
        value={increment?.value ?? null}
        onChange={value => onChange({ ...rule, increment: value === null ? null : { value, unit } })}
      />
      {increment && (
        <Select
          label={t('progression.unit')}
          value={unit}
          options={[
            ['KG', 'kg'],
            ['LB', 'lb'],
          ]}
          onChange={chosen => onChange({ ...rule, increment: { ...increment, unit: chosen ?? 'KG' } })}
        />
      )}
    </>
  )
}
