import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { RestoreAccountDocument } from '../../../../generated/operations/web-app.js'
import { request, signOut, synchronize } from '../data/app.js'
import { describe } from '../errors.js'
import { t } from '../i18n.js'

/** Shown to users who have deleted their account, until it is erased. */
export function Restoration(): JSX.Element {
  const [error, setError] = useState<string | null>(null)
  async function restore(): Promise<void> {
    try {
      await request(RestoreAccountDocument, {})
      await synchronize()
    } catch (problem) {
      setError(describe(problem))
    }
  }
  return (
    <main class="onboarding">
      <h1>{t('restore.title')}</h1>
      <p>{t('restore.text')}</p>
      <p class="error" role="alert">
        {error}
      </p>
      <button type="button" class="button wide" onClick={() => void restore()}>
        {t('restore')}
      </button>
      <button type="button" class="button quiet wide" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </main>
  )
}
