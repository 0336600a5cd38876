import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { StepUpDocument } from '../../../../generated/operations/web-app.js'
import { pendingStepUp } from '../../shared/step-up.js'
import { request } from '../data/client.js'
import { requestCode } from '../data/sign-in.js'
import { stepUp } from '../data/step-up.js'
import { t } from '../i18n.js'
import { formText } from './form-text.js'
import { Form } from './form.js'
import { Loaded, useResource } from './resource.js'
import { ErrorMessage } from './screen-parts.js'
import { Sheet } from './sheet.js'
import { CodeField, FactorFields, factorProof, PasswordField } from './sign-in-fields.js'
import { useAction } from './use-action.js'

/** Asks the user to prove their identity before actions that require it. */
export function StepUp(): JSX.Element | null {
  const pending = pendingStepUp.value
  return pending && <StepUpSheet onClose={pending.cancel} />
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
      <FactorFields isRecovery={isRecovery} onChange={setIsRecovery} />
    </ProofForm>
  )
}

const PasswordForm = (): JSX.Element => (
  <ProofForm submit={form => stepUp({ password: formText(form, 'password') })}>
    <p>{t('stepUp.text')}</p>
    <PasswordField />
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
      <CodeField label={t('code')} />
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
  const { error, run } = useAction()
  return (
    <Form onSubmit={form => run(() => submit(form))}>
      {children}
      <ErrorMessage text={error} />
      <button class="button wide">{button}</button>
    </Form>
  )
}
