import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { FactorFields, factorProof } from '../../components/sign-in-fields.js'
import { useAction } from '../../components/use-action.js'
import { submitSecondFactor } from '../../data/sign-in.js'
import { t } from '../../i18n.js'
import { SignInCard } from './sign-in-card.js'

interface Props {
  token: string
  onBack(): void
}

/** Asks for a code of the authenticator app after the first step of the sign-in. */
export function SecondFactor({ token, onBack }: Props): JSX.Element {
  const { error, run } = useAction()
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <SignInCard onBack={onBack}>
      <h2>{t('factor.title')}</h2>
      <Form onSubmit={form => run(() => submitSecondFactor(token, factorProof(form)))}>
        <FactorFields isRecovery={isRecovery} onChange={setIsRecovery} />
        <ErrorMessage text={error} />
        <button class="button wide">{t('signIn')}</button>
      </Form>
    </SignInCard>
  )
}
