import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ChartLine, CloudOff, Dumbbell, KeyRound, MailCheck, Trophy } from 'lucide'
import { ServiceError, type SignInMethods } from '../../../client/index.js'
import { formText } from '../components/form-text.js'
import { Icon } from '../components/icon.js'
import {
  finishProviderSignIn,
  linkIdentity,
  openProvider,
  requestCode,
  resendConfirmation,
  signIn,
  signInAsGuest,
  signInMethods,
  signInWithCode,
  signInWithPasskey,
  signUp,
  submitSecondFactor,
} from '../data/app.js'
import { supportsPasskeys } from '../data/passkeys.js'
import { providerName, providerReturn } from '../data/provider-sign-in.js'
import { CodeFields, factorProof } from '../components/second-factor-fields.js'
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

/** An account that waits for a mail: its confirmation, or a code for signing in. */
interface Pending {
  email: string
  /** The challenge of the code in the mail; null if only the link of the mail is known to work. */
  challenge: string | null
  /** Signs in once the address is confirmed; null for signing in with a code. */
  credentials: Credentials | null
}

export function Welcome(): JSX.Element {
  const [pending, setPending] = useState<Pending | null>(null)
  const [secondFactorToken, setSecondFactorToken] = useState<string | null>(null)
  const [linkToken, setLinkToken] = useState<string | null>(null)
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
      {secondFactorToken !== null ? (
        <SecondFactor token={secondFactorToken} onBack={() => setSecondFactorToken(null)} />
      ) : pending ? (
        <CheckMail pending={pending} onSecondFactor={setSecondFactorToken} onBack={() => setPending(null)} />
      ) : linkToken !== null ? (
        <LinkAccount
          token={linkToken}
          onSecondFactor={setSecondFactorToken}
          onBack={() => setLinkToken(null)}
        />
      ) : (
        <SignIn onPending={setPending} onSecondFactor={setSecondFactorToken} onLink={setLinkToken} />
      )}
    </main>
  )
}

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === 'ACCOUNT_NOT_VERIFIED'

const secondFactorTokenOf = (error: unknown): string | null =>
  error instanceof ServiceError ? error.secondFactorToken : null

interface SignInProps {
  onPending(pending: Pending): void
  onSecondFactor(token: string): void
  /** The identity of a provider belongs to the address of an account. */
  onLink(token: string): void
}

function SignIn({ onPending, onSecondFactor, onLink }: SignInProps): JSX.Element {
  const [isNew, setIsNew] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(form: FormData): Promise<void> {
    const credentials = { email: formText(form, 'email'), password: formText(form, 'password') }
    const { email } = credentials
    let challenge: string | null = null
    setIsBusy(true)
    setError(null)
    try {
      if (isNew) challenge = await signUp(email, formText(form, 'username'), credentials.password)
      await signIn(email, credentials.password)
    } catch (problem) {
      if (isUnconfirmed(problem)) {
        onPending({ email, challenge, credentials })
        return
      }
      const token = secondFactorTokenOf(problem)
      if (token !== null) {
        onSecondFactor(token)
        return
      }
      // The service does not say whether an account with the address exists.
      const isTaken = isNew && problem instanceof ServiceError && problem.code === 'INVALID_CREDENTIALS'
      setError(isTaken ? t('error.emailTaken') : describe(problem))
      setIsBusy(false)
    }
  }

  /** Signs in in a way without a form. */
  async function attempt(action: () => Promise<unknown>): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      await action()
    } catch (problem) {
      const token = secondFactorTokenOf(problem)
      const linkToken = problem instanceof ServiceError ? problem.linkToken : null
      if (token !== null) onSecondFactor(token)
      else if (linkToken !== null) onLink(linkToken)
      else setError(describe(problem))
    }
    setIsBusy(false)
  }

  useEffect(() => {
    const returned = providerReturn.value
    providerReturn.value = null
    if (returned) void attempt(() => finishProviderSignIn(returned))
  }, [])

  async function sendCode(form: HTMLFormElement): Promise<void> {
    const email = form.elements.namedItem('email') as HTMLInputElement
    if (!email.reportValidity()) return
    setIsBusy(true)
    setError(null)
    try {
      onPending({ email: email.value, challenge: await requestCode(email.value), credentials: null })
    } catch (problem) {
      setError(describe(problem))
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
        {!isNew && (
          <button
            type="button"
            class="button quiet wide"
            disabled={isBusy}
            onClick={event => void sendCode(event.currentTarget.form as HTMLFormElement)}
          >
            {t('code.send')}
          </button>
        )}
      </form>
      <OtherWays isBusy={isBusy} attempt={attempt} />
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

interface OtherWaysProps {
  isBusy: boolean
  attempt(action: () => Promise<unknown>): Promise<void>
}

/** Buttons for passkeys, providers and guests. */
function OtherWays({ isBusy, attempt }: OtherWaysProps): JSX.Element | null {
  const [methods, setMethods] = useState<SignInMethods>({ providers: [], guests: false })
  useEffect(() => {
    // Without a network, there are only the ways that every service offers.
    void signInMethods().then(setMethods, () => undefined)
  }, [])
  if (!supportsPasskeys && methods.providers.length === 0 && !methods.guests) return null
  return (
    <div class="other-ways">
      <p class="faint">{t('welcome.or')}</p>
      {supportsPasskeys && (
        <button
          type="button"
          class="button quiet wide"
          disabled={isBusy}
          onClick={() => void attempt(signInWithPasskey)}
        >
          <Icon of={KeyRound} /> {t('passkey.signIn')}
        </button>
      )}
      {methods.providers.map(provider => (
        <button
          key={provider}
          type="button"
          class="button quiet wide"
          disabled={isBusy}
          onClick={() => void attempt(() => openProvider(provider))}
        >
          {t('provider.continue', { provider: providerName(provider) })}
        </button>
      ))}
      {methods.guests && (
        <button
          type="button"
          class="link center"
          disabled={isBusy}
          onClick={() => void attempt(signInAsGuest)}
        >
          {t('guest.start')}
        </button>
      )}
    </div>
  )
}

interface LinkAccountProps {
  token: string
  onSecondFactor(token: string): void
  onBack(): void
}

/** Asks the owner of an account to agree that the identity of a provider is linked to it. */
function LinkAccount({ token, onSecondFactor, onBack }: LinkAccountProps): JSX.Element {
  const [error, setError] = useState<string | null>(null)
  const [isSent, setIsSent] = useState(false)

  async function link(password: string | null): Promise<void> {
    setError(null)
    try {
      await linkIdentity(token, password)
      setIsSent(password === null)
    } catch (problem) {
      const secondFactorToken = secondFactorTokenOf(problem)
      if (secondFactorToken === null) setError(describe(problem))
      else onSecondFactor(secondFactorToken)
    }
  }

  return (
    <div class="card sign-in">
      <h2>{t('link.title')}</h2>
      <p>{t(isSent ? 'link.sent' : 'link.text')}</p>
      {!isSent && (
        <form
          onSubmit={event => {
            event.preventDefault()
            void link(formText(new FormData(event.currentTarget), 'password'))
          }}
        >
          <label>
            {t('password')}
            <input name="password" type="password" autocomplete="current-password" required />
          </label>
          <p class="error" role="alert">
            {error}
          </p>
          <button class="button wide">{t('link.confirm')}</button>
          <button type="button" class="button quiet wide" onClick={() => void link(null)}>
            {t('link.mail')}
          </button>
        </form>
      )}
      <button type="button" class="link center" onClick={onBack}>
        {t('confirm.back')}
      </button>
    </div>
  )
}

interface CheckMailProps {
  pending: Pending
  onSecondFactor(token: string): void
  onBack(): void
}

/** Waits until the user has entered the code of the mail or opened its link, then signs in. */
function CheckMail({ pending, onSecondFactor, onBack }: CheckMailProps): JSX.Element {
  const { email, challenge, credentials } = pending
  const [text, setText] = useState<string | null>(null)

  async function enter(form: FormData): Promise<void> {
    try {
      await signInWithCode(challenge ?? '', formText(form, 'code'))
    } catch (problem) {
      const token = secondFactorTokenOf(problem)
      if (token === null) setText(describe(problem))
      else onSecondFactor(token)
    }
  }

  async function proceed(isAsked: boolean): Promise<void> {
    if (!credentials) return
    try {
      await signIn(email, credentials.password)
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
      <p>{t(credentials ? 'confirm.text' : 'code.text', { email })}</p>
      {challenge !== null && (
        <form
          onSubmit={event => {
            event.preventDefault()
            void enter(new FormData(event.currentTarget))
          }}
        >
          <label>
            {t('code')}
            <input
              name="code"
              inputMode="numeric"
              autocomplete="one-time-code"
              pattern="[0-9]{6}"
              maxLength={6}
              required
            />
          </label>
          <button class="button wide">{t('signIn')}</button>
        </form>
      )}
      <p class="faint" role="status">
        {text}
      </p>
      {credentials && (
        <>
          <button type="button" class="button quiet wide" onClick={() => void proceed(true)}>
            {t('confirm.done')}
          </button>
          <button type="button" class="button quiet wide" onClick={() => void resend()}>
            {t('confirm.resend')}
          </button>
        </>
      )}
      <button type="button" class="link center" onClick={onBack}>
        {t('confirm.back')}
      </button>
    </div>
  )
}

interface SecondFactorProps {
  token: string
  onBack(): void
}

/** Asks for a code of the authenticator app after the first step of the sign-in. */
function SecondFactor({ token, onBack }: SecondFactorProps): JSX.Element {
  const [error, setError] = useState<string | null>(null)
  const [isRecovery, setIsRecovery] = useState(false)

  async function submit(form: FormData): Promise<void> {
    try {
      await submitSecondFactor(token, factorProof(form))
    } catch (problem) {
      setError(describe(problem))
    }
  }

  return (
    <div class="card sign-in">
      <h2>{t('factor.title')}</h2>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit(new FormData(event.currentTarget))
        }}
      >
        <CodeFields isRecovery={isRecovery} onChange={setIsRecovery} />
        <p class="error" role="alert">
          {error}
        </p>
        <button class="button wide">{t('signIn')}</button>
      </form>
      <button type="button" class="link center" onClick={onBack}>
        {t('confirm.back')}
      </button>
    </div>
  )
}
