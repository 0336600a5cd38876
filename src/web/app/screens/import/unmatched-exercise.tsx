import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Search } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { exerciseName } from '../../data/catalogue.js'
import type { WorkoutImport } from '../../data/imports.js'
import { plural, t } from '../../i18n.js'

interface Props {
  of: WorkoutImport['unmatchedExercises'][number]
  /** Identifier of an exercise; null to create one with the name. */
  choice: string | null
  onChoose(exerciseId: string | null): void
}

/** Asks which exercise a name means: a new one, a similar one, or any other of the catalogue. */
export function UnmatchedExercise({ of: { name, rows, suggestions }, choice, onChoose }: Props): JSX.Element {
  const [isSearching, setIsSearching] = useState(false)
  const isSuggested = suggestions.some(({ exercise }) => exercise.id === choice)
  return (
    <section class="card form" aria-label={name}>
      <label>
        <span>
          <strong>{name}</strong> <span class="faint">{plural('sets', rows)}</span>
        </span>
        <select value={choice ?? ''} onChange={event => onChoose(event.currentTarget.value || null)}>
          <option value="">{t('import.createExercise')}</option>
          {suggestions.map(({ exercise }) => (
            <option key={exercise.id} value={exercise.id}>
              {exercise.name}
            </option>
          ))}
          {choice !== null && !isSuggested && <option value={choice}>{exerciseName(choice)}</option>}
        </select>
      </label>
      <button type="button" class="link" onClick={() => setIsSearching(true)}>
        <Icon of={Search} size={18} /> {t('import.search')}
      </button>
      {isSearching && (
        <ExercisePicker
          title={name}
          onClose={() => setIsSearching(false)}
          onPick={id => {
            setIsSearching(false)
            onChoose(id)
          }}
        />
      )}
    </section>
  )
}
