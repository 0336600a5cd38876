import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { SecondFactorDocument } from '../../../../generated/operations/web-app.js'
import { request, stepUp, waitingAction } from '../data/app.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'
import { Loaded, useResource } from './resource.js'
import { CodeFields, factorProof } from './second-factor-fields.js'
import { Sheet } from './sheet.js'

/** Asks the user to prove their identity before an action that requires it. */
export function StepUp(): JSX.Element | null {
  const action = waitingAction.value
  return action && <StepUpSheet onClose={action.cancel} />
}

function StepUpSheet({ onClose }: { onClose(): void }): JSX.Element {
  const stored = useResource(async () => request(SecondFactorDocument, {}), [])
  const [isRecovery, setIsRecovery] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function submit(form: FormData): Promise<void> {
    const password = form.get('password')
    try {
      await stepUp(typeof password === 'string' ? { password } : factorProof(form))
    } catch (problem) {
      setError(describe(problem))
    }
  }

  return (
    <Sheet title={t('stepUp.title')} onClose={onClose}>
      <Loaded of={stored}>
        {({ secondFactor }) => (
          <form
            onSubmit={event => {
              event.preventDefault()
              void submit(new FormData(event.currentTarget))
            }}
          >
            {secondFactor?.isEnabled ? (
              <CodeFields isRecovery={isRecovery} onChange={setIsRecovery} />
            ) : (
              <>
                <p>{t('stepUp.text')}</p>
                <label>
                  {t('password')}
                  <input name="password" type="password" autocomplete="current-password" required />
                </label>
              </>
            )}
            <p class="error" role="alert">
              {error}
            </p>
            <button class="button wide">{t('stepUp.confirm')}</button>
          </form>
        )}
      </Loaded>
    </Sheet>
  )
}
