import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ServiceError, type SignInMethods } from '../../../../client/index.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { finishProviderSignIn, requestCode, signIn, signInMethods, signUp } from '../../data/sign-in.js'
import { providerReturn } from '../../data/provider-sign-in.js'
import { describe } from '../../errors.js'
import { t } from '../../i18n.js'
import type { Pending } from './check-mail.js'
import { OtherWays } from './other-ways.js'
import { isUnconfirmed, secondFactorTokenOf } from './sign-in-errors.js'

interface Props {
  onPending(pending: Pending): void
  onSecondFactor(token: string): void
  /** The identity of a provider belongs to the address of an account. */
  onLink(token: string): void
}

/** The methods that are shown until the service has responded, and without a network. */
const basicMethods: SignInMethods = { providers: [], registration: true, guests: false }

/** Signs in, or creates an account, with a password or in another way. */
export function SignIn({ onPending, onSecondFactor, onLink }: Props): JSX.Element {
  const [methods, setMethods] = useState(basicMethods)
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
      const token = secondFactorTokenOf(problem)
      // The service does not say whether an account with the address exists.
      const isTaken = isNew && problem instanceof ServiceError && problem.code === 'INVALID_CREDENTIALS'
      if (isUnconfirmed(problem)) onPending({ email, challenge, credentials })
      else if (token !== null) onSecondFactor(token)
      else setError(isTaken ? t('error.emailTaken') : describe(problem))
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

  async function sendCode(form: HTMLFormElement): Promise<void> {
    const email = form.elements.namedItem('email') as HTMLInputElement
    if (email.reportValidity())
      await attempt(async () => {
        const challenge = await requestCode(email.value)
        onPending({ email: email.value, challenge, credentials: null })
      })
  }

  useEffect(() => {
    // Without a network, there are only the basic ones.
    void signInMethods().then(setMethods, () => undefined)
    const returned = providerReturn.value
    providerReturn.value = null
    if (returned) void attempt(() => finishProviderSignIn(returned))
  }, [])

  return (
    <div class="card sign-in">
      <h2>{t(isNew ? 'signUp' : 'signIn')}</h2>
      <Form onSubmit={submit}>
        <CredentialFields isNew={isNew} />
        <ErrorMessage text={error} />
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
      </Form>
      <OtherWays methods={methods} isBusy={isBusy} attempt={attempt} />
      {methods.registration && (
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
      )}
    </div>
  )
}

/** @param isNew whether the account is created */
const CredentialFields = ({ isNew }: { isNew: boolean }): JSX.Element => (
  <>
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
  </>
)
