import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { DevelopersDocument } from '../../../../../generated/operations/web-app.js'
import { Loaded, useResource } from '../../components/resource.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { useAction } from '../../components/use-action.js'
import { request } from '../../data/client.js'
import { withStepUp } from '../../data/step-up.js'
import { t } from '../../i18n.js'
import { AccessTokens } from './access-tokens.js'
import type { Secret } from './action-props.js'
import { Webhooks } from './webhooks.js'

/** The access of programs and other services to the data of the user. */
export function DevelopersScreen(): JSX.Element {
  const stored = useResource(async () => request(DevelopersDocument, {}), [])
  const [secret, setSecret] = useState<Secret | null>(null)
  const { error, run } = useAction()

  async function runAndReload(action: () => Promise<unknown>): Promise<boolean> {
    const hasSucceeded = await run(() => withStepUp(action))
    stored.reload()
    return hasSucceeded
  }

  const actions = { run: runAndReload, showSecret: setSecret }
  return (
    <>
      <h1>{t('developers.title')}</h1>
      <ErrorMessage text={error} />
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
