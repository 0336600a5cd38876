import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { StepUpDocument } from '../../../../generated/operations/web-app.js'
import { request, requestCode, stepUp, waitingAction } from '../data/app.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { formText } from './form-text.js'
import { Loaded, useResource } from './resource.js'
import { CodeFields, factorProof } from './second-factor-fields.js'
import { Sheet } from './sheet.js'

/** Asks the user to prove their identity before an action that requires it. */
export function StepUp(): JSX.Element | null {
  const action = waitingAction.value
  return action && <StepUpSheet onClose={action.cancel} />
}

function StepUpSheet({ onClose }: { onClose(): void }): JSX.Element {
  const stored = useResource(async () => request(StepUpDocument, {}), [])
  return (
    <Sheet title={t('stepUp.title')} onClose={onClose}>
      <Loaded of={stored}>
        {({ me, secondFactor }) =>
          secondFactor?.isEnabled ? (
            <FactorForm />
          ) : me?.hasPassword ? (
            <PasswordForm />
          ) : me?.verified ? (
            <MailedCodeForm email={me.email} />
          ) : (
            <p>{t('stepUp.signInAgain')}</p>
          )
        }
      </Loaded>
    </Sheet>
  )
}

function FactorForm(): JSX.Element {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <ProofForm submit={form => stepUp(factorProof(form))}>
      <CodeFields isRecovery={isRecovery} onChange={setIsRecovery} />
    </ProofForm>
  )
}

const PasswordForm = (): JSX.Element => (
  <ProofForm submit={form => stepUp({ password: formText(form, 'password') })}>
    <p>{t('stepUp.text')}</p>
    <label>
      {t('password')}
      <input name="password" type="password" autocomplete="current-password" required />
    </label>
  </ProofForm>
)

/** For accounts without a password: mails a code to the address, then asks for it. */
function MailedCodeForm({ email }: { email: string }): JSX.Element {
  const [challenge, setChallenge] = useState<string | null>(null)
  if (challenge === null)
    return (
      <ProofForm submit={async () => setChallenge(await requestCode(email))} button={t('stepUp.sendCode')}>
        <p>{t('stepUp.mail', { email })}</p>
      </ProofForm>
    )
  return (
    <ProofForm submit={form => stepUp({ challenge, code: formText(form, 'code') })}>
      <label>
        {t('code')}
        <input name="code" inputMode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,7}" required />
      </label>
    </ProofForm>
  )
}

interface ProofFormProps {
  submit(form: FormData): Promise<void>
  button?: string
  children: ComponentChildren
}

/** A form that shows why the service has refused it. */
function ProofForm({ submit, button = t('stepUp.confirm'), children }: ProofFormProps): JSX.Element {
  const [error, setError] = useState<string | null>(null)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        setError(null)
        submit(new FormData(event.currentTarget)).catch((problem: unknown) => setError(describe(problem)))
      }}
    >
      {children}
      <p class="error" role="alert">
        {error}
      </p>
      <button class="button wide">{button}</button>
    </form>
  )
}
