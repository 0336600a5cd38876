import type { JSX } from 'preact'
import { Plus } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { ExerciseList, ExerciseRow } from '../components/exercise-picker.js'
import { t } from '../i18n.js'

export const ExercisesScreen = (): JSX.Element => (
  <>
    <h1>{t('nav.exercises')}</h1>
    <ExerciseList
      row={exercise => (
        <a class="exercise-row" href={`#/exercises/${exercise.id}`}>
          <ExerciseRow exercise={exercise} />
        </a>
      )}
    />
    <a class="button quiet wide" href="#/exercises/new">
      <Icon of={Plus} /> {t('exercises.create')}
    </a>
  </>
)
