import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { PasswordField } from '../../components/sign-in-fields.js'
import { linkIdentity } from '../../data/sign-in.js'
import { describe } from '../../errors.js'
import { t } from '../../i18n.js'
import { SignInCard } from './sign-in-card.js'
import { secondFactorTokenOf } from './sign-in-errors.js'

interface Props {
  token: string
  onSecondFactor(token: string): void
  onBack(): void
}

/** Asks the owner of an account to agree that the identity of a provider is linked to it. */
export function LinkAccount({ token, onSecondFactor, onBack }: Props): JSX.Element {
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
    <SignInCard onBack={onBack}>
      <h2>{t('link.title')}</h2>
      <p>{t(isSent ? 'link.sent' : 'link.text')}</p>
      {!isSent && (
        <Form onSubmit={form => link(formText(form, 'password'))}>
          <PasswordField />
          <ErrorMessage text={error} />
          <button class="button wide">{t('link.confirm')}</button>
          <button type="button" class="button quiet wide" onClick={() => void link(null)}>
            {t('link.mail')}
          </button>
        </Form>
      )}
    </SignInCard>
  )
}
