import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Activity, Dumbbell, LayoutList, LogOut, ScrollText, Users, type IconNode } from 'lucide'
import { Icon } from '../shared/icon.js'
import { route } from '../shared/router.js'
import { pendingStepUp } from '../shared/step-up.js'
import { IconButton } from './components/buttons.js'
import { CodeField, factorProof } from './components/code-field.js'
import { Dialog } from './components/dialog.js'
import { locale, t, type TextKey } from './i18n.js'
import { AuditScreen } from './screens/audit.js'
import { ExerciseImportScreen } from './screens/exercise-import.js'
import { ExerciseScreen } from './screens/exercise/exercise.js'
import { ExercisesScreen } from './screens/exercises.js'
import { ImportsScreen } from './screens/imports.js'
import { ProgramEditorScreen } from './screens/program-editor/program-editor.js'
import { ProgramScreen } from './screens/program.js'
import { ProgramsScreen } from './screens/programs.js'
import { ServiceScreen } from './screens/service.js'
import { SignIn } from './screens/sign-in.js'
import { UserScreen } from './screens/user.js'
import { UsersScreen } from './screens/users.js'
import { confirmIdentity, signOut, user } from './session.js'

const destinations: readonly { path: string; icon: IconNode; text: TextKey }[] = [
  { path: 'users', icon: Users, text: 'nav.users' },
  { path: 'audit', icon: ScrollText, text: 'nav.audit' },
  { path: 'exercises', icon: Dumbbell, text: 'nav.exercises' },
  { path: 'programs', icon: LayoutList, text: 'nav.programs' },
  { path: 'service', icon: Activity, text: 'nav.service' },
]

export function Console(): JSX.Element | null {
  useEffect(() => {
    document.documentElement.lang = locale.value
  }, [locale.value])
  if (user.value === undefined) return null
  if (user.value === null) return <SignIn />
  return <Shell email={user.value.email} />
}

function Shell({ email }: { email: string }): JSX.Element {
  const [current = 'users'] = route.value
  const destination = destinations.find(({ path }) => path === current)
  useEffect(() => {
    document.title = `${t(destination?.text ?? 'nav.users')} · ${t('console')}`
  }, [destination, locale.value])
  useEffect(() => {
    // On phones, the navigation is wider than the screen.
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [destination])
  return (
    <div class="shell">
      <header class="side">
        <p class="brand">
          <span class="mark">
            <Icon of={Dumbbell} size={18} />
          </span>
          <span>{t('console')}</span>
        </p>
        <nav aria-label={t('nav')}>
          <ul>
            {destinations.map(({ path, icon, text }) => (
              <li key={path}>
                <a href={`#/${path}`} aria-current={current === path ? 'page' : undefined}>
                  <Icon of={icon} size={18} />
                  <span>{t(text)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="account">
          <span title={email}>{email}</span>
          <IconButton icon={LogOut} size={18} label={t('signOut')} onClick={() => void signOut()} />
        </div>
      </header>
      <main>
        <Screen />
      </main>
      {pendingStepUp.value && <StepUp />}
    </div>
  )
}

function Screen(): JSX.Element {
  const [name, id, detail] = route.value
  if (name === 'audit') return <AuditScreen key={detail} account={id === 'user' ? (detail ?? null) : null} />
  if (name === 'exercises' && id === 'import') return <ExerciseImportScreen />
  if (name === 'exercises')
    return id === undefined ? <ExercisesScreen /> : <ExerciseScreen key={id} id={id} />
  if (name === 'programs' && id === 'new') return <ProgramEditorScreen key={id} id={null} />
  if (name === 'programs' && id !== undefined && detail === 'edit')
    return <ProgramEditorScreen key={id} id={id} />
  if (name === 'programs') return id === undefined ? <ProgramsScreen /> : <ProgramScreen key={id} id={id} />
  if (name === 'service') return id === 'imports' ? <ImportsScreen /> : <ServiceScreen />
  return id === undefined ? <UsersScreen /> : <UserScreen key={id} id={id} />
}

/** Asks for the password, or for a code of the second factor, before an action that requires a step-up. */
function StepUp(): JSX.Element {
  const isSecondFactorEnabled = user.value?.isSecondFactorEnabled ?? false
  return (
    <Dialog
      title={t('stepUp')}
      action={t('stepUp.confirm')}
      onConfirm={form =>
        confirmIdentity(
          isSecondFactorEnabled ? factorProof(form) : { password: form.get('password') as string },
        )
      }
      onClose={() => pendingStepUp.value?.cancel()}
    >
      <p>{t(isSecondFactorEnabled ? 'stepUp.codeText' : 'stepUp.text')}</p>
      {isSecondFactorEnabled ? (
        <CodeField />
      ) : (
        <label>
          <span>{t('password')}</span>
          <input name="password" type="password" autocomplete="current-password" required autofocus />
        </label>
      )}
    </Dialog>
  )
}
