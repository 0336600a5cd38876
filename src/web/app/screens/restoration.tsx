import type { JSX } from 'preact'
import { RestoreAccountDocument } from '../../../../generated/operations/web-app.js'
import { ErrorMessage } from '../components/screen-parts.js'
import { useAction } from '../components/use-action.js'
import { request } from '../data/client.js'
import { signOut } from '../data/session.js'
import { synchronize } from '../data/synchronization.js'
import { t } from '../i18n.js'

/** Shown to users who have deleted their account, until it is erased. */
export function Restoration(): JSX.Element {
  const { error, run } = useAction()

  async function restore(): Promise<void> {
    await request(RestoreAccountDocument, {})
    await synchronize()
  }

  return (
    <main class="onboarding">
      <h1>{t('restore.title')}</h1>
      <p>{t('restore.text')}</p>
      <ErrorMessage text={error} />
      <button type="button" class="button wide" onClick={() => void run(restore)}>
        {t('restore')}
      </button>
      <button type="button" class="button quiet wide" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </main>
  )
}
