import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import {
  SignInSettingsDocument,
  UnlinkIdentityDocument,
  type SignInSettingsQuery,
} from '../../../../../generated/operations/web-app.js'
import type { SignInMethods } from '../../../../client/index.js'
import { formText } from '../../components/form-text.js'
import { Loaded, useResource } from '../../components/resource.js'
import { Sheet } from '../../components/sheet.js'
import {
  addPasskey,
  confirmGuest,
  linkReturnedIdentity,
  openProvider,
  removePasskey,
  renamePasskey,
  request,
  requestGuestCode,
  signInMethods,
  withStepUp,
} from '../../data/app.js'
import { supportsPasskeys } from '../../data/passkeys.js'
import { providerName, providerReturn } from '../../data/provider-sign-in.js'
import { describe } from '../../errors.js'
import { formatDate, t } from '../../i18n.js'

/** Lists the passkeys and identities of the user, and makes a guest permanent. */
export function SignInMethodSettings(): JSX.Element {
  const stored = useResource(async () => request(SignInSettingsDocument, {}), [])
  const [methods, setMethods] = useState<SignInMethods>({ providers: [], guests: false })
  const [error, setError] = useState<string | null>(null)

  async function run(action: () => Promise<unknown>): Promise<void> {
    setError(null)
    try {
      await action()
    } catch (problem) {
      setError(describe(problem))
    }
    stored.reload()
  }

  useEffect(() => {
    void signInMethods().then(setMethods, () => undefined)
    const returned = providerReturn.value
    providerReturn.value = null
    if (returned) void run(() => withStepUp(() => linkReturnedIdentity(returned)))
  }, [])

  return (
    <>
      <Loaded of={stored}>
        {({ me, passkeys, identities }) => (
          <>
            {me?.isGuest && <KeepAccount run={run} />}
            <Passkeys passkeys={passkeys ?? []} run={run} />
            <Identities identities={identities ?? []} providers={methods.providers} run={run} />
          </>
        )}
      </Loaded>
      <p class="error" role="alert">
        {error}
      </p>
    </>
  )
}

interface RunProps {
  /** Performs an action, shows its error, and reads the settings again. */
  run(action: () => Promise<unknown>): Promise<void>
}

interface PasskeysProps extends RunProps {
  passkeys: NonNullable<SignInSettingsQuery['passkeys']>
}

function Passkeys({ passkeys, run }: PasskeysProps): JSX.Element {
  const [renamed, setRenamed] = useState<PasskeysProps['passkeys'][number] | null>(null)
  return (
    <>
      <h3>{t('passkey.title')}</h3>
      {passkeys.length === 0 && <p>{t('passkey.none')}</p>}
      <ul class="links">
        {passkeys.map(({ id, name, lastUsedAt }) => (
          <li key={id}>
            <div>
              <span>
                <strong>{name}</strong>
                <span class="faint">
                  {lastUsedAt === null
                    ? t('passkey.neverUsed')
                    : formatDate(lastUsedAt, { dateStyle: 'medium' })}
                </span>
              </span>
              <button
                type="button"
                class="link"
                aria-label={t('passkey.renameNamed', { name })}
                onClick={() => setRenamed({ id, name, lastUsedAt })}
              >
                {t('passkey.rename')}
              </button>
              <button
                type="button"
                class="link danger"
                aria-label={t('passkey.removeNamed', { name })}
                onClick={() => void run(() => removePasskey(id))}
              >
                {t('passkey.remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {supportsPasskeys ? (
        <button
          type="button"
          class="button quiet wide"
          onClick={() => void run(() => addPasskey(deviceName()))}
        >
          {t('passkey.add')}
        </button>
      ) : (
        <p class="faint">{t('passkey.unsupported')}</p>
      )}
      {renamed && (
        <Sheet title={t('passkey.rename')} onClose={() => setRenamed(null)}>
          <form
            onSubmit={event => {
              event.preventDefault()
              const name = formText(new FormData(event.currentTarget), 'name')
              setRenamed(null)
              void run(() => renamePasskey(renamed.id, name))
            }}
          >
            <label>
              {t('tokens.name')}
              <input name="name" required maxLength={100} defaultValue={renamed.name} />
            </label>
            <button class="button wide">{t('passkey.rename')}</button>
          </form>
        </Sheet>
      )}
    </>
  )
}

/** Returns a name by which the user recognizes this device in the list. */
function deviceName(): string {
  const system = /iPhone|iPad|Android|Macintosh|Windows|CrOS|Linux/.exec(navigator.userAgent)?.[0]
  return system === 'Macintosh' ? 'Mac' : (system ?? t('passkey.name'))
}

interface IdentitiesProps extends RunProps {
  identities: NonNullable<SignInSettingsQuery['identities']>
  providers: readonly string[]
}

function Identities({ identities, providers, run }: IdentitiesProps): JSX.Element | null {
  if (identities.length === 0 && providers.length === 0) return null
  return (
    <>
      <h3>{t('provider.title')}</h3>
      <ul class="links">
        {identities.map(({ id, provider, providerEmail }) => (
          <li key={id}>
            <div>
              <span>
                <strong>{providerName(provider)}</strong>
                <span class="faint">{providerEmail}</span>
              </span>
              <button
                type="button"
                class="link danger"
                aria-label={t('provider.unlinkNamed', { provider: providerName(provider) })}
                onClick={() => void run(() => withStepUp(() => request(UnlinkIdentityDocument, { id })))}
              >
                {t('provider.unlink')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {providers.map(provider => (
        <button
          key={provider}
          type="button"
          class="button quiet wide"
          onClick={() => void run(() => openProvider(provider))}
        >
          {t('provider.link', { provider: providerName(provider) })}
        </button>
      ))}
    </>
  )
}

/** Makes the account of a guest permanent with the code of a mail. */
function KeepAccount({ run }: RunProps): JSX.Element {
  const [challenge, setChallenge] = useState<string | null>(null)

  async function submit(form: FormData): Promise<void> {
    if (challenge === null) setChallenge(await requestGuestCode(formText(form, 'email')))
    else await confirmGuest(challenge, formText(form, 'code'))
  }

  return (
    <form
      class="keep-account"
      onSubmit={event => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        void run(() => submit(form))
      }}
    >
      <p>{t(challenge === null ? 'guest.text' : 'guest.codeSent')}</p>
      {challenge === null ? (
        <label>
          {t('email')}
          <input name="email" type="email" autocomplete="email" required />
        </label>
      ) : (
        <label>
          {t('code')}
          <input
            name="code"
            inputMode="numeric"
            autocomplete="one-time-code"
            pattern="[0-9 ]{6,7}"
            required
          />
        </label>
      )}
      <button class="button wide">{t(challenge === null ? 'guest.sendCode' : 'guest.keep')}</button>
    </form>
  )
}
