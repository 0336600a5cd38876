import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { MailCheck } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { CodeField } from '../../components/sign-in-fields.js'
import { resendConfirmation, signIn, signInWithCode } from '../../data/sign-in.js'
import { describe } from '../../errors.js'
import { t } from '../../i18n.js'
import { SignInCard } from './sign-in-card.js'
import { isUnconfirmed, secondFactorTokenOf } from './sign-in-errors.js'

interface Credentials {
  email: string
  password: string
}

/** An account that waits for a mail: its confirmation, or a code for signing in. */
export interface Pending {
  email: string
  /** The challenge of the code in the mail; null if only the link of the mail is known to work. */
  challenge: string | null
  /** Signs in once the address is confirmed; null for signing in with a code. */
  credentials: Credentials | null
}

interface Props {
  pending: Pending
  onSecondFactor(token: string): void
  onBack(): void
}

/** Waits until the user has entered the code of the mail or opened its link, then signs in. */
export function CheckMail({ pending, onSecondFactor, onBack }: Props): JSX.Element {
  const { email, challenge, credentials } = pending
  const [error, setError] = useState<string | null>(null)
  const [isSentAgain, setIsSentAgain] = useState(false)

  async function enter(form: FormData): Promise<void> {
    try {
      await signInWithCode(challenge ?? '', formText(form, 'code'))
    } catch (problem) {
      const token = secondFactorTokenOf(problem)
      if (token === null) setError(describe(problem))
      else onSecondFactor(token)
    }
  }

  /** @param isAsked whether the user says that the address is confirmed */
  async function proceed(isAsked: boolean): Promise<void> {
    if (!credentials) return
    try {
      await signIn(email, credentials.password)
    } catch (problem) {
      if (!isUnconfirmed(problem)) setError(describe(problem))
      else if (isAsked) setError(t('confirm.notYet'))
    }
  }

  async function resend(): Promise<void> {
    try {
      await resendConfirmation(email)
      setError(null)
      setIsSentAgain(true)
    } catch (problem) {
      setError(describe(problem))
    }
  }

  useEffect(() => {
    // The user comes back from the mail.
    const check = () => document.visibilityState === 'visible' && void proceed(false)
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [])

  return (
    <SignInCard onBack={onBack}>
      <p class="mail-mark">
        <Icon of={MailCheck} size={32} />
      </p>
      <h2>{t('confirm.title')}</h2>
      <p>{t(credentials ? 'confirm.text' : 'code.text', { email })}</p>
      {challenge !== null && (
        <Form onSubmit={enter}>
          <CodeField label={t('code')} />
          <ErrorMessage text={error} />
          <button class="button wide">{t('signIn')}</button>
        </Form>
      )}
      {challenge === null && <ErrorMessage text={error} />}
      {isSentAgain && (
        <p class="faint" role="status">
          {t('confirm.sent')}
        </p>
      )}
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
    </SignInCard>
  )
}
