import type { JSX } from 'preact'
import { Check } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { RecordList, WorkoutStats } from '../../components/figures.js'
import { history } from '../../data/workouts.js'
import { t } from '../../i18n.js'
import { findRecords } from '../../training/records.js'
import type { Workout } from '../../training/workout.js'

export const WorkoutSummary = ({ workout }: { workout: Workout }): JSX.Element => (
  <div class="summary">
    <p class="summary-mark">
      <Icon of={Check} size={40} />
    </p>
    <h1>{t('summary.title')}</h1>
    <WorkoutStats class="stats" workout={workout} />
    <RecordList records={findRecords(workout, history.value)} />
    <a class="button wide" href="#/">
      {t('summary.close')}
    </a>
    <a class="link center" href={`#/history/${workout.id}`}>
      {t('summary.details')}
    </a>
  </div>
)
