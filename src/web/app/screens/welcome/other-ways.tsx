import type { JSX } from 'preact'
import { KeyRound } from 'lucide'
import type { SignInMethods } from '../../../../client/index.js'
import { Icon } from '../../../shared/icon.js'
import { supportsPasskeys } from '../../../shared/passkeys.js'
import { openProvider, signInAsGuest, signInWithPasskey } from '../../data/sign-in.js'
import { providerName } from '../../data/provider-sign-in.js'
import { t } from '../../i18n.js'

interface Props {
  methods: SignInMethods
  isBusy: boolean
  attempt(action: () => Promise<unknown>): Promise<void>
}

/** Buttons for passkeys, providers and guests. */
export function OtherWays({ methods, isBusy, attempt }: Props): JSX.Element | null {
  if (!supportsPasskeys && methods.providers.length === 0 && !methods.guests) return null
  return (
    <div class="other-ways">
      <p class="faint">{t('welcome.or')}</p>
      {supportsPasskeys && (
        <button
          type="button"
          class="button quiet wide"
          disabled={isBusy}
          onClick={() => void attempt(signInWithPasskey)}
        >
          <Icon of={KeyRound} /> {t('passkey.signIn')}
        </button>
      )}
      {methods.providers.map(provider => (
        <button
          key={provider}
          type="button"
          class="button quiet wide"
          disabled={isBusy}
          onClick={() => void attempt(() => openProvider(provider))}
        >
          {t('provider.continue', { provider: providerName(provider) })}
        </button>
      ))}
      {methods.guests && (
        <button
          type="button"
          class="link center"
          disabled={isBusy}
          onClick={() => void attempt(signInAsGuest)}
        >
          {t('guest.start')}
        </button>
      )}
    </div>
  )
}
