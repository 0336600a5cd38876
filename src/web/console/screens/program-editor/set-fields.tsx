import type { JSX } from 'preact'
import { CheckField, NumberField, Select } from '../../components/fields.js'
import { nameOf, t } from '../../i18n.js'
import { setTypes } from '../../values.js'
import type { PlannedSet } from './program-draft.js'

interface Props {
  set: PlannedSet
  onChange(set: PlannedSet): void
}

/** A set of an exercise of a program. */
export function SetFields({ set, onChange }: Props): JSX.Element {
  const change = (changes: Partial<PlannedSet>) => onChange({ ...set, ...changes })
  return (
    <div class="set-fields">
      <Select
        label={t('programEditor.set.type')}
        value={set.type}
        options={setTypes.map(type => [type, nameOf('setType', type)] as const)}
        onChange={type =>
          change({ type: type ?? 'NORMAL', warmupPercent: type === 'WARMUP' ? set.warmupPercent : null })
        }
      />
      <NumberField
        label={t('programEditor.set.minReps')}
        {...{ min: 1, max: 10_000 }}
        value={set.minReps}
        onChange={minReps => change({ minReps })}
      />
      <NumberField
        label={t('programEditor.set.maxReps')}
        {...{ min: set.minReps ?? 1, max: 10_000 }}
        value={set.maxReps}
        onChange={maxReps => change({ maxReps })}
      />
      <NumberField
        label={t('programEditor.set.seconds')}
        {...{ min: 0, max: 604_800 }}
        value={set.durationSeconds}
        onChange={durationSeconds => change({ durationSeconds })}
      />
      {set.type === 'WARMUP' ? (
        <NumberField
          label={t('programEditor.set.warmupPercent')}
          {...{ min: 1, max: 99, step: 0.5 }}
          value={set.warmupPercent}
          onChange={warmupPercent => change({ warmupPercent })}
        />
      ) : (
        <NumberField
          label={t('programEditor.set.percent')}
          {...{ min: 1, max: 150, step: 0.5 }}
          value={set.percentOfOneRepMax}
          onChange={percentOfOneRepMax => change({ percentOfOneRepMax })}
        />
      )}
      <NumberField
        label="RPE"
        {...{ min: 1, max: 10, step: 0.5 }}
        value={set.rpe}
        onChange={rpe => change({ rpe })}
      />
      <NumberField
        label={t('programEditor.set.rest')}
        {...{ min: 0, max: 86_400 }}
        value={set.restSeconds}
        onChange={restSeconds => change({ restSeconds })}
      />
      <CheckField label="AMRAP" checked={set.isAmrap} onChange={isAmrap => change({ isAmrap })} />
    </div>
  )
}
