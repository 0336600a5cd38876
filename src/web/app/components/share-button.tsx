import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Share2 } from 'lucide'
import { CreateShareLinkDocument, type ShareSubjectInput } from '../../../../generated/operations/web-app.js'
import { newId } from '../../../client/index.js'
import { Icon } from '../../shared/icon.js'
import { request } from '../data/client.js'
import { t } from '../i18n.js'
import { ErrorMessage } from './screen-parts.js'
import { Sheet } from './sheet.js'
import { useAction } from './use-action.js'

/** Whether the device has a dialog for sharing. */
const canShare: boolean = 'share' in navigator

interface Props {
  subject: ShareSubjectInput
  title: string
}

/** Creates a link by which others can read and copy an item, and shows it. */
export function ShareButton({ subject, title }: Props): JSX.Element {
  const [url, setUrl] = useState<string | null>(null)
  const { error, run } = useAction()

  async function share(): Promise<void> {
    const { createShareLink } = await request(CreateShareLinkDocument, { input: { id: newId(), subject } })
    setUrl(createShareLink?.shareLink?.url ?? null)
  }

  return (
    <>
      <button type="button" class="button quiet wide" onClick={() => void run(share)}>
        <Icon of={Share2} /> {t('share')}
      </button>
      <ErrorMessage text={error} />
      {url !== null && (
        <Sheet title={t('share')} onClose={() => setUrl(null)}>
          <p>{t('share.text')}</p>
          <label>
            {t('share.link')}
            <input readOnly value={url} onFocus={event => event.currentTarget.select()} />
          </label>
          <button
            type="button"
            class="button wide"
            onClick={() => void sendOrCopy(title, url).catch(() => undefined)}
          >
            {t(canShare ? 'share.send' : 'developers.copy')}
          </button>
          <p class="faint">
            <a href="#/sharing">{t('share.all')}</a>
          </p>
        </Sheet>
      )}
    </>
  )
}

/** Opens the dialog of the device for sharing. Without one, copies the link. */
const sendOrCopy = (title: string, url: string): Promise<void> =>
  canShare ? navigator.share({ title, url }) : navigator.clipboard.writeText(url)
