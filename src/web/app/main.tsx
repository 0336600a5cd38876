import { render } from 'preact'
import { App } from './app.js'
import { phase, start } from './data/session.js'
import { loadPreferences } from './data/preferences.js'
import { describe } from './errors.js'
import { t } from './i18n.js'

/** Without an encrypted connection, browsers offer neither the storage nor the functions that the app needs. */
async function main(): Promise<void> {
  if (!isSecureContext) throw new Error('insecure')
  await start()
  await loadPreferences()
  await navigator.serviceWorker.register('service-worker.js')
}

function showFailure(error: unknown): void {
  const text = isSecureContext ? describe(error) : t('error.insecure')
  render(
    <main class="onboarding">
      <p class="card" role="alert">
        {text}
      </p>
    </main>,
    document.body,
  )
}

render(<App />, document.body)
main().catch((error: unknown) => {
  if (phase.value === 'starting') showFailure(error)
})
