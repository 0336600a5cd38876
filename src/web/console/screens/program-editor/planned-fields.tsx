import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus, Trash2 } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { IconButton } from '../../components/buttons.js'
import { TextField } from '../../components/fields.js'
import { t } from '../../i18n.js'
import { emptySet, type PlannedExercise, type PlannedSet } from './program-draft.js'
import { ProgressionFields } from './progression-fields.js'
import { SetFields } from './set-fields.js'

/** The most sets that the service accepts. */
const maxSets = 20

interface Props {
  planned: PlannedExercise
  onChange(planned: PlannedExercise): void
  /** The buttons of the exercise. */
  children: JSX.Element
}

/** An exercise of a day of a program, with its sets. */
export function PlannedFields({ planned, onChange, children }: Props): JSX.Element {
  const { sets } = planned
  const [isOpenAtFirst] = useState(planned.progression === null)
  const setSets = (changed: PlannedSet[]) => onChange({ ...planned, sets: changed })
  const last = sets.at(-1)
  return (
    <details class="planned" open={isOpenAtFirst}>
      <summary>
        <strong>{planned.exercise?.name ?? t('program.unknownExercise')}</strong>
        <small>{t('programEditor.sets', { count: sets.length })}</small>
      </summary>
      {children}
      {sets.map((set, index) => (
        <fieldset class="set" key={index}>
          <legend>{t('programEditor.set', { number: index + 1 })}</legend>
          <SetFields set={set} onChange={changed => setSets(sets.with(index, changed))} />
          <IconButton
            icon={Trash2}
            label={t('programEditor.remove', { name: t('programEditor.set', { number: index + 1 }) })}
            danger
            disabled={sets.length === 1}
            onClick={() => setSets(sets.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      <div class="pair">
        <button
          type="button"
          class="button quiet"
          disabled={sets.length >= maxSets}
          onClick={() => setSets([...sets, last ? { ...last } : emptySet()])}
        >
          <Icon of={Plus} size={16} /> {t('programEditor.set.add')}
        </button>
        <TextField
          label={t('programEditor.superset')}
          maxLength={36}
          value={planned.supersetId}
          onChange={supersetId => onChange({ ...planned, supersetId })}
        />
      </div>
      <ProgressionFields
        progression={planned.progression}
        onChange={progression => onChange({ ...planned, progression })}
      />
    </details>
  )
}
