import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ChartLine, CloudOff, Dumbbell, MailCheck, Trophy } from 'lucide'
import { ServiceError } from '../../../client/index.js'
import { Icon } from '../components/icon.js'
import { resendConfirmation, signIn, signUp } from '../data/app.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'

const benefits = [
  { icon: CloudOff, text: 'welcome.offline' },
  { icon: Trophy, text: 'welcome.records' },
  { icon: ChartLine, text: 'welcome.progress' },
] as const

interface Credentials {
  email: string
  password: string
}

export function Welcome(): JSX.Element {
  // The credentials of a new account whose address is not confirmed yet.
  const [unconfirmed, setUnconfirmed] = useState<Credentials | null>(null)
  return (
    <main class="welcome">
      <section class="hero">
        <p class="brand">
          <span class="mark">
            <Icon of={Dumbbell} />
          </span>
          Fitness Training
        </p>
        <h1>{t('welcome.title')}</h1>
        <ul>
          {benefits.map(({ icon, text }) => (
            <li key={text}>
              <Icon of={icon} /> {t(text)}
            </li>
          ))}
        </ul>
      </section>
      {unconfirmed ? (
        <Confirmation credentials={unconfirmed} onBack={() => setUnconfirmed(null)} />
      ) : (
        <SignIn onUnconfirmed={setUnconfirmed} />
      )}
    </main>
  )
}

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'ACCOUNT_NOT_VERIFIED'

function SignIn({ onUnconfirmed }: { onUnconfirmed(credentials: Credentials): void }): JSX.Element {
  const [isNew, setIsNew] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(form: FormData): Promise<void> {
    const field = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const credentials = { email: field('email'), password: field('password') }
    setIsBusy(true)
    setError(null)
    try {
      if (isNew) await signUp(credentials.email, field('username'), credentials.password)
      await signIn(credentials.email, credentials.password)
    } catch (problem) {
      if (isUnconfirmed(problem)) {
        onUnconfirmed(credentials)
        return
      }
      // The service does not say whether an account with the address exists.
      const isTaken = isNew && problem instanceof ServiceError && problem.code === 'INVALID_CREDENTIALS'
      setError(isTaken ? t('error.emailTaken') : describe(problem))
      setIsBusy(false)
    }
  }

  return (
    <div class="card sign-in">
      <h2>{t(isNew ? 'signUp' : 'signIn')}</h2>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        <label>
          {t('email')}
          <input name="email" type="email" autocomplete="username" required />
        </label>
        {isNew && (
          <label>
            {t('username')}
            <input name="username" autocomplete="nickname" required minLength={3} maxLength={30} />
          </label>
        )}
        <label>
          {t('password')}
          <input
            name="password"
            type="password"
            autocomplete={isNew ? 'new-password' : 'current-password'}
            required
            aria-describedby={isNew ? 'password-hint' : undefined}
          />
        </label>
        {isNew && (
          <p class="faint" id="password-hint">
            {t('password.hint')}
          </p>
        )}
        <p class="error" role="alert">
          {error}
        </p>
        <button class="button wide" disabled={isBusy}>
          {t(isNew ? 'signUp' : 'signIn')}
        </button>
      </form>
      <p class="switch">
        {t(isNew ? 'welcome.haveAccount' : 'welcome.noAccount')}{' '}
        <button
          type="button"
          class="link"
          onClick={() => {
            setIsNew(!isNew)
            setError(null)
          }}
        >
          {t(isNew ? 'signIn' : 'signUp')}
        </button>
      </p>
    </div>
  )
}

interface ConfirmationProps {
  credentials: Credentials
  onBack(): void
}

/** Waits until the user has opened the link of the mail, then signs in. */
function Confirmation({ credentials: { email, password }, onBack }: ConfirmationProps): JSX.Element {
  const [text, setText] = useState<string | null>(null)

  async function proceed(isAsked: boolean): Promise<void> {
    try {
      await signIn(email, password)
    } catch (problem) {
      if (!isUnconfirmed(problem)) setText(describe(problem))
      else if (isAsked) setText(t('confirm.notYet'))
    }
  }

  async function resend(): Promise<void> {
    try {
      await resendConfirmation(email)
      setText(t('confirm.sent'))
    } catch (problem) {
      setText(describe(problem))
    }
  }

  useEffect(() => {
    // The user comes back from the mail.
    const check = () => document.visibilityState === 'visible' && void proceed(false)
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])

  return (
    <div class="card sign-in">
      <p class="mail-mark">
        <Icon of={MailCheck} size={32} />
      </p>
      <h2>{t('confirm.title')}</h2>
      <p>{t('confirm.text', { email })}</p>
      <p class="faint" role="status">
        {text}
      </p>
      <button type="button" class="button wide" onClick={() => void proceed(true)}>
        {t('confirm.done')}
      </button>
      <button type="button" class="button quiet wide" onClick={() => void resend()}>
        {t('confirm.resend')}
      </button>
      <button type="button" class="link center" onClick={onBack}>
        {t('confirm.back')}
      </button>
    </div>
  )
}
