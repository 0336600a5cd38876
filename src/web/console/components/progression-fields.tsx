import type { JSX } from 'preact'
import type { ProgramEditorQuery } from '../../../../generated/operations/console.js'
import { nameOf, t } from '../i18n.js'
import { progressionTypes } from '../values.js'
import { Select } from './fields.js'
import { NumberField, TextField } from './inputs.js'

type Week = NonNullable<NonNullable<ProgramEditorQuery['program']>['weeks']>[number]
export type Progression = NonNullable<Week['days'][number]['exercises'][number]['progression']>

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

function RuleFields({
  rule,
  onChange,
}: {
  rule: Progression
  onChange(rule: Progression): void
}): JSX.Element {
  const change = (changes: Partial<Progression>) => onChange({ ...rule, ...changes })
  const { type, increment } = rule
  const unit = increment?.unit ?? 'KG'
  return (
    <>
      <NumberField
        label={t('progression.increment')}
        {...{ min: 0.01, max: 100, step: 0.01 }}
        required={type === 'PERCENT'}
        value={increment?.value ?? null}
        onChange={value => change({ increment: value === null ? null : { value, unit } })}
      />
      {increment && (
        <Select
          label={t('progression.unit')}
          value={unit}
          options={[
            ['KG', 'kg'],
            ['LB', 'lb'],
          ]}
          onChange={chosen => change({ increment: { ...increment, unit: chosen ?? 'KG' } })}
        />
      )}
      {type === 'LINEAR' && (
        <NumberField
          label={t('progression.successes')}
          {...{ min: 1, max: 10 }}
          required
          value={rule.successes}
          onChange={successes => change({ successes: successes ?? 1 })}
        />
      )}
      {(type === 'LINEAR' || type === 'DOUBLE') && (
        <NumberField
          label={t('progression.failures')}
          {...{ min: 1, max: 10 }}
          required
          value={rule.failures}
          onChange={failures => change({ failures: failures ?? 3 })}
        />
      )}
      {type === 'DOUBLE' && (
        <>
          <NumberField
            label={t('programEditor.set.minReps')}
            {...{ min: 1, max: 10_000 }}
            required
            value={rule.minReps}
            onChange={minReps => change({ minReps })}
          />
          <NumberField
            label={t('programEditor.set.maxReps')}
            {...{ min: rule.minReps ?? 1, max: 10_000 }}
            required
            value={rule.maxReps}
            onChange={maxReps => change({ maxReps })}
          />
        </>
      )}
      {type === 'REP_SUM' && (
        <NumberField
          label={t('progression.reps')}
          {...{ min: 1, max: 10_000 }}
          required
          value={rule.reps}
          onChange={reps => change({ reps })}
        />
      )}
      {type === 'PERCENT' && (
        <NumberField
          label={t('progression.trainingMaxPercent')}
          {...{ min: 50, max: 100, step: 0.5 }}
          value={rule.trainingMaxPercent}
          onChange={trainingMaxPercent => change({ trainingMaxPercent })}
        />
      )}
      <NumberField
        label={t('progression.deloadPercent')}
        {...{ min: 1, max: 90 }}
        required
        value={rule.deloadPercent}
        onChange={deloadPercent => change({ deloadPercent: deloadPercent ?? 10 })}
      />
      <TextField
        label={t('progression.key')}
        maxLength={36}
        value={rule.key}
        onChange={key => change({ key })}
      />
    </>
  )
}
