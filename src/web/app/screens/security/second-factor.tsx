import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  ConfirmSecondFactorDocument,
  DisableSecondFactorDocument,
  ReplaceRecoveryCodesDocument,
  SecondFactorDocument,
  StartSecondFactorDocument,
} from '../../../../../generated/operations/web-app.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { Loaded, useResource } from '../../components/resource.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { CodeField } from '../../components/sign-in-fields.js'
import { useAction } from '../../components/use-action.js'
import { request } from '../../data/client.js'
import { withStepUp } from '../../data/step-up.js'
import { t } from '../../i18n.js'

interface Setup {
  secret: string
  uri: string
  qrCode: string
}

/** Turns the second factor on and off, and replaces its recovery codes. */
export function SecondFactorSettings(): JSX.Element {
  const stored = useResource(async () => request(SecondFactorDocument, {}), [])
  const [setup, setSetup] = useState<Setup | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const { error, run } = useAction()

  async function runAndReload(action: () => Promise<void>): Promise<void> {
    await run(() => withStepUp(action))
    stored.reload()
  }

  const begin = () =>
    runAndReload(async () => {
      const { startSecondFactor } = await request(StartSecondFactorDocument, {})
      const { secret = null, uri = null, qrCode = null } = startSecondFactor ?? {}
      if (secret !== null && uri !== null && qrCode !== null) setSetup({ secret, uri, qrCode })
    })
  const replace = () =>
    runAndReload(async () => {
      const { replaceRecoveryCodes } = await request(ReplaceRecoveryCodesDocument, {})
      setRecoveryCodes(replaceRecoveryCodes?.recoveryCodes ?? [])
    })
  const disable = () => runAndReload(async () => void (await request(DisableSecondFactorDocument, {})))

  return (
    <>
      <Loaded of={stored}>
        {({ secondFactor }) =>
          secondFactor?.isEnabled ? (
            <>
              <p>{t('factor.isOn', { count: secondFactor.recoveryCodesLeft })}</p>
              <button type="button" class="button quiet wide" onClick={() => void replace()}>
                {t('factor.replaceCodes')}
              </button>
              <button type="button" class="link danger center" onClick={() => void disable()}>
                {t('factor.disable')}
              </button>
            </>
          ) : (
            <>
              <p>{t('factor.isOff')}</p>
              <button type="button" class="button quiet wide" onClick={() => void begin()}>
                {t('factor.enable')}
              </button>
            </>
          )
        }
      </Loaded>
      <ErrorMessage text={error} />
      {setup && (
        <SetupSheet
          setup={setup}
          onClose={() => setSetup(null)}
          onEnabled={codes => {
            setSetup(null)
            setRecoveryCodes(codes)
            stored.reload()
          }}
        />
      )}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onClose={() => setRecoveryCodes(null)} />}
    </>
  )
}

interface SetupProps {
  setup: Setup
  onEnabled(recoveryCodes: readonly string[]): void
  onClose(): void
}

function SetupSheet({ setup: { secret, uri, qrCode }, onEnabled, onClose }: SetupProps): JSX.Element {
  const { error, run } = useAction()

  async function confirm(code: string): Promise<void> {
    const { confirmSecondFactor } = await withStepUp(() => request(ConfirmSecondFactorDocument, { code }))
    onEnabled(confirmSecondFactor?.recoveryCodes ?? [])
  }

  return (
    <Sheet title={t('factor.enable')} onClose={onClose}>
      <p>{t('factor.scan')}</p>
      <img
        class="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(qrCode)}`}
        alt={t('factor.qrCode')}
      />
      <p>
        <a href={uri}>{t('factor.openApp')}</a>
      </p>
      <p class="faint">
        {t('factor.secret')} <code>{secret}</code>
      </p>
      <Form onSubmit={form => run(() => confirm(formText(form, 'code')))}>
        <CodeField label={t('factor.code')} />
        <ErrorMessage text={error} />
        <button class="button wide">{t('factor.enable')}</button>
      </Form>
    </Sheet>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose(): void
}

const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps): JSX.Element => (
  <Sheet title={t('factor.recoveryCodes')} onClose={onClose}>
    <p>{t('factor.storeCodes')}</p>
    <ul class="recovery-codes">
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <a
      class="button quiet wide"
      href={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`}
      download="recovery-codes.txt"
    >
      {t('factor.download')}
    </a>
    <button type="button" class="button wide" onClick={onClose}>
      {t('factor.stored')}
    </button>
  </Sheet>
)
