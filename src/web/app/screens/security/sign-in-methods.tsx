import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import {
  SignInSettingsDocument,
  UnlinkIdentityDocument,
  type SignInSettingsQuery,
} from '../../../../../generated/operations/web-app.js'
import { supportsPasskeys } from '../../../shared/passkeys.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { Loaded, useResource } from '../../components/resource.js'
import { ErrorMessage } from '../../components/screen-parts.js'
import { Sheet } from '../../components/sheet.js'
import { CodeField } from '../../components/sign-in-fields.js'
import { useAction } from '../../components/use-action.js'
import { request } from '../../data/client.js'
import { addPasskey, removePasskey, renamePasskey } from '../../data/passkeys.js'
import {
  confirmGuest,
  linkReturnedIdentity,
  openProvider,
  requestGuestCode,
  signInMethods,
} from '../../data/sign-in.js'
import { withStepUp } from '../../data/step-up.js'
import { providerName, providerReturn } from '../../data/provider-sign-in.js'
import { formatDate, t } from '../../i18n.js'
import { PasswordSettings } from './password.js'

/** Changes the password, lists the passkeys and identities of the user, and makes a guest permanent. */
export function SignInMethodSettings(): JSX.Element {
  const stored = useResource(async () => request(SignInSettingsDocument, {}), [])
  const [providers, setProviders] = useState<readonly string[]>([])
  const { error, run } = useAction()

  async function runAndReload(action: () => Promise<unknown>): Promise<void> {
    await run(action)
    stored.reload()
  }

  useEffect(() => {
    void signInMethods().then(
      methods => setProviders(methods.providers),
      () => undefined,
    )
    const returned = providerReturn.value
    providerReturn.value = null
    if (returned) void runAndReload(() => withStepUp(() => linkReturnedIdentity(returned)))
  }, [])

  return (
    <>
      <Loaded of={stored}>
        {({ me, passkeys, identities }) => (
          <>
            {me?.isGuest ? (
              <KeepAccount run={runAndReload} />
            ) : (
              me && <PasswordSettings hasPassword={me.hasPassword} />
            )}
            <Passkeys passkeys={passkeys ?? []} run={runAndReload} />
            <Identities identities={identities ?? []} providers={providers} run={runAndReload} />
          </>
        )}
      </Loaded>
      <ErrorMessage text={error} />
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
        <RenameSheet
          name={renamed.name}
          onRename={name => {
            setRenamed(null)
            void run(() => renamePasskey(renamed.id, name))
          }}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  )
}

interface RenameProps {
  name: string
  onRename(name: string): void
  onClose(): void
}

const RenameSheet = ({ name, onRename, onClose }: RenameProps): JSX.Element => (
  <Sheet title={t('passkey.rename')} onClose={onClose}>
    <Form onSubmit={form => onRename(formText(form, 'name'))}>
      <label>
        {t('tokens.name')}
        <input name="name" required maxLength={100} defaultValue={name} />
      </label>
      <button class="button wide">{t('passkey.rename')}</button>
    </Form>
  </Sheet>
)

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
    <Form class="keep-account" onSubmit={form => run(() => submit(form))}>
      <p>{t(challenge === null ? 'guest.text' : 'guest.codeSent')}</p>
      {challenge === null ? (
        <label>
          {t('email')}
          <input name="email" type="email" autocomplete="email" required />
        </label>
      ) : (
        <CodeField label={t('code')} />
      )}
      <button class="button wide">{t(challenge === null ? 'guest.sendCode' : 'guest.keep')}</button>
    </Form>
  )
}
