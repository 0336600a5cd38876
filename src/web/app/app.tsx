import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import {
  ChartLine,
  Dumbbell,
  History,
  House,
  LayoutList,
  Play,
  Settings,
  TimerReset,
  type IconNode,
} from 'lucide'
import { Icon } from '../shared/icon.js'
import { go, route } from '../shared/router.js'
import { Lazy } from './components/lazy.js'
import { Celebration } from './components/celebration.js'
import { Notices } from './components/notices.js'
import { StepUp } from './components/step-up.js'
import { account } from './data/account.js'
import { phase } from './data/session.js'
import { connection, hasRecords, isDeletionPending } from './data/synchronization.js'
import { activeWorkout, history } from './data/workouts.js'
import { loadCatalogue, loadFormerExercises, ownExercises } from './data/catalogue.js'
import { providerReturn } from './data/provider-sign-in.js'
import { playsRestSound } from './data/preferences.js'
import { playRestSound } from './data/rest-sound.js'
import { endRest, extendRest, now, rest } from './data/rest.js'
import { formatDuration, locale, t, type TextKey } from './i18n.js'
import { ExerciseDetail } from './screens/exercise-detail.js'
import { ExercisesScreen } from './screens/exercises.js'
import { HistoryScreen } from './screens/history.js'
import { HomeScreen } from './screens/home/home.js'
import { Onboarding } from './screens/onboarding.js'
import { ProgramDetail, ProgramsScreen } from './screens/programs.js'
import { ProgressScreen } from './screens/progress.js'
import { Restoration } from './screens/restoration.js'
import { SettingsScreen } from './screens/settings.js'
import { Welcome } from './screens/welcome/welcome.js'
import { WorkoutDetail } from './screens/workout-detail.js'
import { WorkoutScreen } from './screens/workout/workout.js'

interface Destination {
  path: string
  icon: IconNode
  text: TextKey
  /** Phones have no room for all destinations in their bar. */
  isSecondary?: boolean
}

const destinations: readonly Destination[] = [
  { path: '', icon: House, text: 'nav.home' },
  { path: 'history', icon: History, text: 'nav.history' },
  { path: 'exercises', icon: Dumbbell, text: 'nav.exercises' },
  { path: 'progress', icon: ChartLine, text: 'nav.progress' },
  { path: 'programs', icon: LayoutList, text: 'nav.programs', isSecondary: true },
  { path: 'settings', icon: Settings, text: 'nav.settings', isSecondary: true },
]

/** The destinations of the screens that have none of their own, by the first part of their path. */
const destinationsOfScreens: Readonly<Partial<Record<string, string>>> = {
  ...{ workout: '', calendar: 'history', pauses: 'history', import: 'history' },
  ...{ measurements: 'progress', goals: 'progress', photos: 'progress', routines: 'programs' },
  ...{ gyms: 'settings', sharing: 'settings', shared: 'settings', developers: 'settings' },
}

/** Returns `page` for the destination that is shown, and `true` for the one that the screen shown belongs to. */
function currentState(path: string): 'page' | 'true' | undefined {
  const [name = '', ...rest] = route.value
  if ((destinationsOfScreens[name] ?? name) !== path) return undefined
  return name === path && rest.length === 0 ? 'page' : 'true'
}

/** The titles of the screens, by the first part of their path. */
const titles: Readonly<Partial<Record<string, TextKey>>> = {
  ...Object.fromEntries(destinations.map(({ path, text }) => [path, text])),
  ...{ workout: 'workout', calendar: 'calendar', measurements: 'measurements', photos: 'photos' },
  ...{ goals: 'goals', gyms: 'gyms', routines: 'routines', import: 'import', pauses: 'pauses' },
  ...{ sharing: 'sharing.title', shared: 'sharing.title', developers: 'developers.title' },
}

export function App(): JSX.Element | null {
  useEffect(() => {
    document.documentElement.lang = locale.value
  }, [locale.value])
  useEffect(() => {
    if (phase.value === 'ready')
      void loadCatalogue()
        .then(loadFormerExercises)
        .catch(() => undefined)
  }, [phase.value, connection.value, history.value.length, ownExercises.value.length])
  if (phase.value === 'starting') return null
  if (phase.value === 'signedOut') return <Welcome />
  if (isDeletionPending.value) return <Restoration />
  if (!account.value)
    return (
      <main class="onboarding">
        <Notices />
        {!hasRecords.value && <div class="loading" role="status" aria-label={t('loading')} />}
      </main>
    )
  const { onboardingStatus } = account.value.profile
  if (onboardingStatus === 'NOT_STARTED' || onboardingStatus === 'IN_PROGRESS') return <Onboarding />
  return <Shell />
}

function Shell(): JSX.Element {
  const [current = ''] = route.value
  useEffect(() => {
    // The settings link the identity with which a provider has returned.
    if (providerReturn.value) go('settings')
  }, [])
  const main = useRef<HTMLElement>(null)
  const path = useRef(route.value.join('/'))
  useEffect(() => {
    document.title = `${t(titles[current] ?? 'nav.home')} – Fitness Training`
    if (path.current === route.value.join('/')) return
    path.current = route.value.join('/')
    // Keyboards and screen readers continue at the new screen.
    main.current?.focus({ preventScroll: true })
  }, [route.value, locale.value])
  return (
    <div class="shell">
      <nav class="nav" aria-label={t('nav')}>
        <p class="brand">
          <span class="mark">
            <Icon of={Dumbbell} />
          </span>
          <span>Fitness Training</span>
        </p>
        <ul>
          {destinations.map(({ path, icon, text, isSecondary }) => (
            <li key={path} class={isSecondary ? 'secondary' : ''}>
              <a href={`#/${path}`} aria-current={currentState(path)}>
                <Icon of={icon} />
                <span>{t(text)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <header class="top">
        <p class="brand">
          <span class="mark">
            <Icon of={Dumbbell} size={18} />
          </span>
          <span>Fitness Training</span>
        </p>
        {destinations
          .filter(({ isSecondary }) => isSecondary)
          .map(({ path, icon, text }) => (
            <a
              key={path}
              class="round"
              href={`#/${path}`}
              aria-label={t(text)}
              aria-current={currentState(path)}
            >
              <Icon of={icon} />
            </a>
          ))}
      </header>
      <main class="content" ref={main} tabIndex={-1}>
        <Notices />
        <Screen />
      </main>
      <StepUp />
      <div class="dock">
        <Celebration />
        <RestTimer />
        {activeWorkout.value && current !== 'workout' && current !== '' && (
          <a class="resume" href="#/workout">
            <Icon of={Play} size={18} /> {activeWorkout.value.title ?? t('workout.active')}
          </a>
        )}
      </div>
    </div>
  )
}

const loadDevelopers = async () => (await import('./screens/developers/developers.js')).DevelopersScreen
const loadSharing = async () => (await import('./screens/sharing.js')).SharingScreen
const loadImport = async () => (await import('./screens/import/import.js')).ImportScreen
const loadWorkoutEditor = async () =>
  (await import('./screens/workout/workout-editor.js')).WorkoutEditorScreen
const loadRoutines = async () => (await import('./screens/routines.js')).RoutinesScreen
const loadMeasurements = async () => (await import('./screens/measurements.js')).MeasurementsScreen
const loadCalendar = async () => (await import('./screens/calendar.js')).CalendarScreen
const loadPauses = async () => (await import('./screens/pauses.js')).PausesScreen
const loadGoals = async () => (await import('./screens/goals/goals.js')).GoalsScreen
const loadPhotos = async () => (await import('./screens/photos/photos.js')).PhotosScreen
const loadGyms = async () => (await import('./screens/gyms/gyms.js')).GymsScreen
const loadOwnExercise = async () => (await import('./screens/own-exercise.js')).OwnExerciseScreen
const loadProgramEditor = async () =>
  (await import('./screens/program-editor/program-editor.js')).ProgramEditorScreen

function Screen(): JSX.Element {
  const [name = '', id, part] = route.value
  if (name === 'workout') return <WorkoutScreen />
  if (name === 'history' && (id === 'new' || part === 'edit')) return <Lazy load={loadWorkoutEditor} />
  if (name === 'history') return id === undefined ? <HistoryScreen /> : <WorkoutDetail id={id} />
  if (name === 'exercises' && (id === 'new' || part === 'edit')) return <Lazy load={loadOwnExercise} />
  if (name === 'exercises') return id === undefined ? <ExercisesScreen /> : <ExerciseDetail id={id} />
  if (name === 'progress') return <ProgressScreen />
  if (name === 'measurements') return <Lazy load={loadMeasurements} />
  if (name === 'calendar') return <Lazy load={loadCalendar} />
  if (name === 'pauses') return <Lazy load={loadPauses} />
  if (name === 'photos') return <Lazy load={loadPhotos} />
  if (name === 'gyms') return <Lazy load={loadGyms} />
  if (name === 'goals') return <Lazy load={loadGoals} />
  if (name === 'programs' && (id === 'new' || part === 'edit')) return <Lazy load={loadProgramEditor} />
  if (name === 'programs') return id === undefined ? <ProgramsScreen /> : <ProgramDetail id={id} />
  if (name === 'settings') return <SettingsScreen />
  if (name === 'developers') return <Lazy load={loadDevelopers} />
  if (name === 'sharing' || name === 'shared') return <Lazy load={loadSharing} />
  if (name === 'import') return <Lazy load={loadImport} />
  if (name === 'routines') return <Lazy load={loadRoutines} />
  return <HomeScreen />
}

function RestTimer(): JSX.Element | null {
  const current = rest.value
  const left = current ? Math.ceil((current.endsAt - now.value) / 1000) : 0
  const isOver = current !== null && left <= 0
  useEffect(() => {
    if (!isOver) return
    // Phones only.
    if ('vibrate' in navigator) navigator.vibrate([200, 100, 200])
    if (playsRestSound.value) playRestSound()
    endRest()
  }, [isOver])
  if (!current || isOver) return null
  return (
    <section class="rest" aria-label={t('rest')}>
      <progress value={left} max={current.total} aria-label={t('rest')} />
      <Icon of={TimerReset} />
      <strong role="timer">{formatDuration(left)}</strong>
      <button type="button" aria-label={t('rest.shorter')} onClick={() => extendRest(-15)}>
        −15
      </button>
      <button type="button" aria-label={t('rest.longer')} onClick={() => extendRest(15)}>
        +15
      </button>
      <button type="button" onClick={endRest}>
        {t('rest.skip')}
      </button>
    </section>
  )
}
