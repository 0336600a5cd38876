import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChangePasswordDocument } from '../../../../../generated/operations/web-app.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { useAction } from '../../components/use-action.js'
import { request } from '../../data/client.js'
import { withStepUp } from '../../data/step-up.js'
import { synchronize } from '../../data/synchronization.js'
import { t } from '../../i18n.js'

/** Sets or changes the password of the account. @param hasPassword whether the account has one */
export function PasswordSettings({ hasPassword }: { hasPassword: boolean }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  const action = t(hasPassword ? 'password.change' : 'password.set')
  return (
    <>
      <h3>{t('password')}</h3>
      <button type="button" class="button quiet wide" onClick={() => setIsOpen(true)}>
        {action}
      </button>
      {isOpen && (
        <Sheet title={action} onClose={() => setIsOpen(false)}>
          <PasswordForm hasPassword={hasPassword} action={action} />
        </Sheet>
      )}
    </>
  )
}

interface FormProps {
  hasPassword: boolean
  action: string
}

function PasswordForm({ hasPassword, action }: FormProps): JSX.Element {
  const { error, isBusy, run } = useAction()

  async function submit(form: FormData): Promise<void> {
    const current = hasPassword ? formText(form, 'current') : null
    const variables = { current, new: formText(form, 'new') }
    await withStepUp(() => request(ChangePasswordDocument, variables))
    // The session has ended. The next request shows the sign-in.
    await synchronize()
  }

  return (
    <Form onSubmit={form => run(() => submit(form))}>
      <p>{t('password.text')}</p>
      {hasPassword && (
        <label>
          {t('password.current')}
          <input name="current" type="password" autocomplete="current-password" required />
        </label>
      )}
      <label>
        {t('password.new')}
        <input name="new" type="password" autocomplete="new-password" minLength={8} required />
      </label>
      <p class="faint">{t('password.hint')}</p>
      <ErrorMessage text={error} />
      <button class="button wide" disabled={isBusy}>
        {action}
      </button>
    </Form>
  )
}
