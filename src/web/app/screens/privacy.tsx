import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Download, Trash } from 'lucide'
import {
  DeleteAccountDocument,
  GiveConsentDocument,
  WithdrawConsentDocument,
  type ConsentKind,
  type SettingsScreenQuery,
} from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { ErrorMessage } from '../components/screen-parts.js'
import { Sheet } from '../components/sheet.js'
import { useAction } from '../components/use-action.js'
import { readExport, request } from '../data/client.js'
import { signOut } from '../data/session.js'
import { withStepUp } from '../data/step-up.js'
import { nameOf, t } from '../i18n.js'

const kinds: readonly ConsentKind[] = ['BODY_MEASUREMENTS', 'PROGRESS_PHOTOS', 'HEALTH_DATA']

interface ConsentsProps {
  consents: NonNullable<SettingsScreenQuery['consents']>
  onChange(): void
}

/** What the user allows the service to store. */
export function Consents({ consents, onChange }: ConsentsProps): JSX.Element {
  const [withdrawn, setWithdrawn] = useState<ConsentKind | null>(null)
  const { error, run } = useAction()
  const isGiven = (kind: ConsentKind) => consents.some(one => one.kind === kind && one.withdrawnAt === null)

  async function change(kind: ConsentKind, isWanted: boolean): Promise<void> {
    setWithdrawn(null)
    await run(() =>
      isWanted ? request(GiveConsentDocument, { kind }) : request(WithdrawConsentDocument, { kind }),
    )
    onChange()
  }

  return (
    <>
      {kinds.map(kind => (
        <label class="toggle" key={kind}>
          <span>{nameOf('consent', kind)}</span>
          <input
            type="checkbox"
            role="switch"
            checked={isGiven(kind)}
            onClick={event => {
              // The state follows from what the service has stored.
              event.preventDefault()
              if (isGiven(kind)) setWithdrawn(kind)
              else void change(kind, true)
            }}
          />
        </label>
      ))}
      <ErrorMessage text={error} />
      {withdrawn && (
        <Sheet title={nameOf('consent', withdrawn)} onClose={() => setWithdrawn(null)}>
          <p>{t('consent.withdrawText')}</p>
          <button type="button" class="button danger wide" onClick={() => void change(withdrawn, false)}>
            {t('consent.withdraw')}
          </button>
        </Sheet>
      )}
    </>
  )
}

/** Downloads everything that the service has stored about the user. */
export function ExportButton(): JSX.Element {
  const { error, isBusy, run } = useAction()

  async function download(): Promise<void> {
    const url = URL.createObjectURL(await readExport())
    const link = document.createElement('a')
    link.href = url
    link.download = 'fitness-training.zip'
    link.click()
    URL.revokeObjectURL(url)
  }

  return (
    <>
      <button type="button" class="button quiet wide" disabled={isBusy} onClick={() => void run(download)}>
        <Icon of={Download} /> {t('export')}
      </button>
      <ErrorMessage text={error} />
    </>
  )
}

/** Deletes the account of a guest immediately, because the app cannot sign in as the same guest again to restore it. */
export function DeletionButton({ isGuest }: { isGuest: boolean }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false)
  const { error, run } = useAction()

  async function remove(): Promise<void> {
    await withStepUp(() => request(DeleteAccountDocument, { immediately: isGuest }))
    await signOut()
  }

  return (
    <>
      <button type="button" class="link danger center" onClick={() => setIsOpen(true)}>
        <Icon of={Trash} size={18} /> {t('deletion')}
      </button>
      {isOpen && (
        <Sheet title={t('deletion.title')} onClose={() => setIsOpen(false)}>
          <p>{isGuest ? t('deletion.guest') : t('deletion.text')}</p>
          <ErrorMessage text={error} />
          <button type="button" class="button danger wide" onClick={() => void run(remove)}>
            {t('deletion')}
          </button>
        </Sheet>
      )}
    </>
  )
}
