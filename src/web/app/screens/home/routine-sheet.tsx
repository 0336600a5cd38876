import type { JSX } from 'preact'
import { Play } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { Sheet } from '../../components/sheet.js'
import { routines } from '../../data/routines.js'
import { exerciseName } from '../../data/catalogue.js'
import { timezone } from '../../data/preferences.js'
import { t } from '../../i18n.js'
import { fromRoutine } from '../../training/workout.js'
import { startWorkout } from '../workout/start-workout.js'

/** Starts a workout from a routine. */
export const RoutineSheet = ({ onClose }: { onClose(): void }): JSX.Element => (
  <Sheet title={t('routines')} onClose={onClose}>
    <ul class="links">
      {routines.value.map(routine => (
        <li key={routine.id}>
          <button type="button" onClick={() => void startWorkout(fromRoutine(routine, timezone.value))}>
            <span>
              <strong>{routine.title}</strong>
              <span class="faint clip">
                {routine.exercises.map(({ exerciseId }) => exerciseName(exerciseId)).join(', ')}
              </span>
            </span>
            <Icon of={Play} />
          </button>
        </li>
      ))}
    </ul>
    <a class="button quiet wide" href="#/routines">
      {t('routines.edit')}
    </a>
  </Sheet>
)
