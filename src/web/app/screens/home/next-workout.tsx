import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ListChecks, Play, Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { routines } from '../../data/routines.js'
import { activeWorkout } from '../../data/workouts.js'
import { home } from '../../data/home.js'
import { timezone } from '../../data/preferences.js'
import { now } from '../../data/rest.js'
import { formatDuration, plural, t } from '../../i18n.js'
import { newWorkout, type Workout } from '../../training/workout.js'
import { NextDay } from './next-day.js'
import { RoutineSheet } from './routine-sheet.js'
import { startWorkout } from '../workout/start-workout.js'

const startEmpty = () => void startWorkout(newWorkout(timezone.value))

/** What to do next: the workout in progress, the next day of the program, or a new workout. */
export function NextWorkout(): JSX.Element {
  const enrollment = home.value?.activeEnrollment
  if (activeWorkout.value) return <ActiveWorkout workout={activeWorkout.value} />
  return (
    <>
      {enrollment?.nextDay ? (
        <NextDay enrollment={enrollment} nextDay={enrollment.nextDay} />
      ) : (
        <div class="card primary start">
          <strong>{t('home.ready')}</strong>
          <span class="faint">{t('home.readyText')}</span>
          <button type="button" class="button light" onClick={startEmpty}>
            <Icon of={Play} /> {t('workout.start')}
          </button>
        </div>
      )}
      <Shortcuts hasProgram={Boolean(enrollment)} hasNextDay={Boolean(enrollment?.nextDay)} />
    </>
  )
}

const ActiveWorkout = ({ workout }: { workout: Workout }): JSX.Element => (
  <a class="card primary start" href="#/workout">
    <span class="faint">{t('workout.active')}</span>
    <strong>{workout.title ?? t('workout')}</strong>
    <span class="figures">
      {formatDuration((now.value - Date.parse(workout.startedAt)) / 1000)}
      <span>{plural('exercises', workout.exercises.length)}</span>
    </span>
    <span class="button light">
      <Icon of={Play} /> {t('workout.continue')}
    </span>
  </a>
)

interface ShortcutsProps {
  /** Whether the user is enrolled in a program. */
  hasProgram: boolean
  hasNextDay: boolean
}

/** The other ways to begin a workout. */
function Shortcuts({ hasProgram, hasNextDay }: ShortcutsProps): JSX.Element {
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <div class="shortcuts">
        {hasNextDay && (
          <button type="button" class="button quiet" onClick={startEmpty}>
            <Icon of={Plus} /> {t('workout.startEmpty')}
          </button>
        )}
        {routines.value.length > 0 && (
          <button type="button" class="button quiet" onClick={() => setIsChoosing(true)}>
            <Icon of={ListChecks} /> {t('routines')}
          </button>
        )}
        {!hasProgram && (
          <a class="button quiet" href="#/programs">
            <Icon of={ListChecks} /> {t('programs.find')}
          </a>
        )}
      </div>
      {isChoosing && <RoutineSheet onClose={() => setIsChoosing(false)} />}
    </>
  )
}
