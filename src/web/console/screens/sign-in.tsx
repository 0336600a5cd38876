import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dumbbell } from 'lucide'
import { ServiceError } from '../../../client/errors.js'
import { Icon } from '../../shared/icon.js'
import { supportsPasskeys } from '../../shared/passkeys.js'
import { CodeField, factorProof } from '../components/code-field.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { sessionError, signIn, signInWithPasskey } from '../session.js'

export function SignIn(): JSX.Element {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [secondFactorToken, setSecondFactorToken] = useState<string | null>(null)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setIsBusy(true)
    setError(null)
    try {
      await signIn(
        secondFactorToken === null
          ? { email: form.get('email') as string, password: form.get('password') as string }
          : { secondFactorToken, ...factorProof(form) },
      )
    } catch (problem) {
      const token = problem instanceof ServiceError ? problem.secondFactorToken : null
      if (token !== null) setSecondFactorToken(token)
      else {
        setError(problem)
        // The token has expired, or was tried too often.
        if (problem instanceof ServiceError && problem.code === 'INVALID_TOKEN') setSecondFactorToken(null)
      }
      setIsBusy(false)
    }
  }

  async function usePasskey(): Promise<void> {
    setIsBusy(true)
    setError(null)
    try {
      await signInWithPasskey()
    } catch (problem) {
      setError(problem)
    }
    setIsBusy(false)
  }

  const problem = error ?? sessionError.value
  return (
    <main class="sign-in">
      <form class="card" onSubmit={event => void submit(event)}>
        <span class="mark">
          <Icon of={Dumbbell} />
        </span>
        <h1>{t('signIn.title')}</h1>
        <p class="faint">{t(secondFactorToken === null ? 'signIn.text' : 'signIn.codeText')}</p>
        {problem !== null && (
          <p class="notice bad" role="alert">
            {describe(problem)}
          </p>
        )}
        {secondFactorToken === null ? (
          <>
            <label>
              <span>{t('email')}</span>
              <input name="email" type="email" autocomplete="username" required autofocus />
            </label>
            <label>
              <span>{t('password')}</span>
              <input name="password" type="password" autocomplete="current-password" required />
            </label>
          </>
        ) : (
          <CodeField />
        )}
        <button type="submit" class="button" disabled={isBusy}>
          {t('signIn')}
        </button>
        {secondFactorToken === null && supportsPasskeys && (
          <button type="button" class="button quiet" disabled={isBusy} onClick={() => void usePasskey()}>
            {t('signIn.passkey')}
          </button>
        )}
      </form>
    </main>
  )
}
