import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Dumbbell } from 'lucide'
import { Icon } from '../../app/components/icon.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { sessionError, signIn } from '../session.js'

export function SignIn(): JSX.Element {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setIsBusy(true)
    setError(null)
    try {
      await signIn(form.get('email') as string, form.get('password') as string)
    } catch (problem) {
      setError(problem)
      setIsBusy(false)
    }
  }

  const problem = error ?? sessionError.value
  return (
    <main class="sign-in">
      <form class="card" onSubmit={event => void submit(event)}>
        <span class="mark">
          <Icon of={Dumbbell} />
        </span>
        <h1>{t('signIn.title')}</h1>
        <p class="faint">{t('signIn.text')}</p>
        {problem !== null && (
          <p class="notice bad" role="alert">
            {describe(problem)}
          </p>
        )}
        <label>
          <span>{t('email')}</span>
          <input name="email" type="email" autocomplete="username" required autofocus />
        </label>
        <label>
          <span>{t('password')}</span>
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button type="submit" class="button" disabled={isBusy}>
          {t('signIn')}
        </button>
      </form>
    </main>
  )
}
