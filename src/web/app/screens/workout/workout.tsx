import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { EmptyCard } from '../../components/screen-parts.js'
import { activeWorkout } from '../../data/workouts.js'
import { t } from '../../i18n.js'
import type { Workout } from '../../training/workout.js'
import { RunningWorkout } from './running-workout.js'
import { WorkoutSummary } from './workout-summary.js'

/** The workout in progress, or the summary of the one that was just finished. */
export function WorkoutScreen(): JSX.Element {
  const workout = activeWorkout.value
  const [finished, setFinished] = useState<Workout | null>(null)
  if (finished) return <WorkoutSummary workout={finished} />
  if (!workout) return <EmptyCard text={t('workout.none')} link={{ to: '', text: t('nav.home') }} />
  return <RunningWorkout workout={workout} onFinish={setFinished} />
}
