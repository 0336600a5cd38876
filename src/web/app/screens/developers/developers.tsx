import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { DevelopersDocument } from '../../../../../generated/operations/web-app.js'
import { Loaded, useResource } from '../../components/resource.js'
import { Sheet } from '../../components/sheet.js'
import { request, withStepUp } from '../../data/app.js'
import { describe } from '../../errors.js'
import { t } from '../../i18n.js'
import { AccessTokens } from './access-tokens.js'
import type { Secret } from './action-props.js'
import { Webhooks } from './webhooks.js'

/** The access of programs and other services to the data of the user. */
export function DevelopersScreen(): JSX.Element {
  const stored = useResource(async () => request(DevelopersDocument, {}), [])
  const [secret, setSecret] = useState<Secret | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setError(null)
    try {
      await withStepUp(action)
      return true
    } catch (problem) {
      setError(describe(problem))
      return false
    } finally {
      stored.reload()
    }
  }

  const actions = { run, showSecret: setSecret }
  return (
    <>
      <h1>{t('developers.title')}</h1>
      <p class="error" role="alert">
        {error}
      </p>
      <Loaded of={stored}>
        {({ personalAccessTokens, webhooks }) => (
          <div class="columns">
            <AccessTokens tokens={personalAccessTokens ?? []} {...actions} />
            <Webhooks webhooks={webhooks ?? []} {...actions} />
          </div>
        )}
      </Loaded>
      {secret && (
        <Sheet title={secret.title} onClose={() => setSecret(null)}>
          <p>{t('developers.secret')}</p>
          <p class="secret">
            <code>{secret.text}</code>
          </p>
          <button
            type="button"
            class="button quiet wide"
            onClick={() => void navigator.clipboard.writeText(secret.text)}
          >
            {t('developers.copy')}
          </button>
          <button type="button" class="button wide" onClick={() => setSecret(null)}>
            {t('factor.stored')}
          </button>
        </Sheet>
      )}
    </>
  )
}
