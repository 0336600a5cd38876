import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { moveItem } from '../../../shared/move-item.js'
import { CheckField, TextField } from '../../components/fields.js'
import { t } from '../../i18n.js'
import { ExerciseDialog } from './exercise-dialog.js'
import { ItemButtons } from './item-buttons.js'
import { PlannedFields } from './planned-fields.js'
import { newPlannedExercise, type Day, type PlannedExercise } from './program-draft.js'

/** The most exercises that the service accepts. */
const maxExercises = 30

interface Props {
  day: Day
  onChange(day: Day): void
  /** The buttons beside the name. */
  children: JSX.Element
}

/** A day of a program, with its exercises. */
export function DayFields({ day, onChange, children }: Props): JSX.Element {
  const [isAdding, setIsAdding] = useState(false)
  const { exercises } = day
  const setExercises = (changed: PlannedExercise[]) => onChange({ ...day, exercises: changed })
  return (
    <>
      <div class="item-head">
        <TextField
          label={t('programEditor.day.name')}
          required
          maxLength={100}
          value={day.name}
          onChange={name => onChange({ ...day, name: name ?? '' })}
        />
        {children}
      </div>
      <CheckField
        label={t('programEditor.day.isRest')}
        checked={day.isRest}
        disabled={exercises.length > 0}
        onChange={isRest => onChange({ ...day, isRest })}
      />
      {exercises.map((planned, index) => (
        <PlannedFields
          key={planned.entryId}
          planned={planned}
          onChange={changed => setExercises(exercises.with(index, changed))}
        >
          <ItemButtons
            name={planned.exercise?.name ?? t('program.unknownExercise')}
            index={index}
            count={exercises.length}
            onMove={to => setExercises(moveItem(exercises, index, to))}
            onRemove={() => setExercises(exercises.toSpliced(index, 1))}
          />
        </PlannedFields>
      ))}
      {!day.isRest && exercises.length < maxExercises && (
        <button type="button" class="button quiet" onClick={() => setIsAdding(true)}>
          <Icon of={Plus} size={16} /> {t('programEditor.exercise.add')}
        </button>
      )}
      {isAdding && (
        <ExerciseDialog
          onChoose={exercise => setExercises([...exercises, newPlannedExercise(exercise)])}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  )
}
