import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { LogOut, Share2, Warehouse, Webhook } from 'lucide'
import {
  RevokeSessionDocument,
  SettingsScreenDocument,
  type SettingsScreenQuery,
  type WeightUnit,
} from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { Toggle } from '../components/fields.js'
import {
  FrequencyChoice,
  LanguageChoice,
  TimezoneSelect,
  WeightUnitChoice,
} from '../components/preference-fields.js'
import { Loaded, useResource } from '../components/resource.js'
import { RestSelect } from '../components/rest-select.js'
import { ErrorMessage } from '../components/screen-parts.js'
import { Sheet } from '../components/sheet.js'
import { useAction } from '../components/use-action.js'
import { useDraft } from '../components/use-draft.js'
import { account, updateProfile, weightUnit } from '../data/account.js'
import { request } from '../data/client.js'
import { activeEnrollmentId } from '../data/enrollments.js'
import { unsentIds } from '../data/records.js'
import { signOut } from '../data/session.js'
import { write } from '../data/synchronization.js'
import {
  playsRestSound,
  recordsRpe,
  setPlaysRestSound,
  setRecordsRpe,
  setTimezone,
  setUsualRest,
  timezone,
  usualRest,
} from '../data/preferences.js'
import { formatDate, locale, plural, t } from '../i18n.js'
import { fullName } from '../training/names.js'
import { Consents, DeletionButton, ExportButton } from './privacy.js'
import { SecondFactorSettings } from './security/second-factor.js'
import { SignInMethodSettings } from './security/sign-in-methods.js'

export function SettingsScreen(): JSX.Element {
  const isGuest = account.value?.isGuest ?? false
  const stored = useResource(async () => request(SettingsScreenDocument, {}), [])
  return (
    <>
      <h1>{t('nav.settings')}</h1>
      <div class="columns">
        <PreferencesCard />
        <div>
          <section class="card">
            <h2>{t('settings.devices')}</h2>
            <Loaded of={stored}>
              {({ sessions }) => <Sessions sessions={sessions ?? []} onChange={stored.reload} />}
            </Loaded>
          </section>
          <section class="card">
            <h2>{t('signIn.title')}</h2>
            <SignInMethodSettings />
          </section>
          {!isGuest && (
            <section class="card">
              <h2>{t('factor.title')}</h2>
              <SecondFactorSettings />
            </section>
          )}
          <section class="card">
            <h2>{t('settings.privacy')}</h2>
            <Loaded of={stored}>
              {({ consents }) => <Consents consents={consents ?? []} onChange={stored.reload} />}
            </Loaded>
            <ExportButton />
          </section>
          <AccountCard isGuest={isGuest} />
        </div>
      </div>
    </>
  )
}

/** Changes the unit of loads, also of those that the program calculates from now on. */
async function changeUnit(unit: WeightUnit): Promise<void> {
  await updateProfile({ profile: { weightUnit: unit } })
  const enrollmentId = activeEnrollmentId.value
  if (enrollmentId !== null) await write({ setEnrollmentUnit: { enrollmentId, unit } })
}

function PreferencesCard(): JSX.Element {
  const firstName = useDraft<HTMLInputElement>(account.value?.firstName ?? '')
  return (
    <section class="card form">
      <h2>{t('settings.preferences')}</h2>
      <label>
        {t('settings.firstName')}
        <input
          ref={firstName}
          autocomplete="given-name"
          maxLength={100}
          defaultValue={account.value?.firstName ?? ''}
          onChange={event => void updateProfile({ firstName: event.currentTarget.value.trim() || null })}
        />
      </label>
      <LanguageChoice value={locale.value} onChange={value => void updateProfile({ locale: value })} />
      <WeightUnitChoice value={weightUnit.value} onChange={unit => void changeUnit(unit)} />
      <FrequencyChoice
        value={account.value?.profile.frequency ?? 0}
        onChange={frequency => void updateProfile({ profile: { frequency } })}
      />
      <TimezoneSelect value={timezone.value} onChange={zone => void setTimezone(zone)} />
      <RestSelect
        label={t('settings.usualRest')}
        seconds={usualRest.value}
        onChange={seconds => void setUsualRest(seconds)}
      />
      <Toggle
        label={t('settings.restSound')}
        checked={playsRestSound.value}
        onChange={plays => void setPlaysRestSound(plays)}
      />
      <Toggle
        label={t('settings.rpe')}
        checked={recordsRpe.value}
        onChange={records => void setRecordsRpe(records)}
      />
      <a class="button quiet wide" href="#/gyms">
        <Icon of={Warehouse} /> {t('gyms')}
      </a>
    </section>
  )
}

interface SessionsProps {
  sessions: NonNullable<SettingsScreenQuery['sessions']>
  onChange(): void
}

/** The devices on which the user is signed in. */
function Sessions({ sessions, onChange }: SessionsProps): JSX.Element {
  const { error, run } = useAction()

  async function revoke(id: string): Promise<void> {
    await run(() => request(RevokeSessionDocument, { id }))
    onChange()
  }

  return (
    <>
      <ul class="links">
        {sessions.map(({ id, device, lastUsedAt, current }) => (
          <li key={id}>
            <div>
              <span>
                <strong>{device}</strong>
                <span class="faint">
                  {current
                    ? t('settings.thisDevice')
                    : formatDate(lastUsedAt, { dateStyle: 'medium', timeStyle: 'short' })}
                </span>
              </span>
              {!current && (
                <button type="button" class="link danger" onClick={() => void revoke(id)}>
                  {t('signOut')}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ErrorMessage text={error} />
    </>
  )
}

function AccountCard({ isGuest }: { isGuest: boolean }): JSX.Element {
  const [isSigningOut, setIsSigningOut] = useState(false)
  const name = account.value && fullName(account.value)
  return (
    <section class="card account">
      <h2>{t('settings.account')}</h2>
      <p>
        {name !== null && (
          <>
            <strong>{name}</strong>
            <br />
          </>
        )}
        <span class="faint">{isGuest ? t('guest.title') : account.value?.email}</span>
      </p>
      {!isGuest && (
        <>
          <a class="button quiet wide" href="#/sharing">
            <Icon of={Share2} /> {t('sharing.title')}
          </a>
          <a class="button quiet wide" href="#/developers">
            <Icon of={Webhook} /> {t('developers.title')}
          </a>
        </>
      )}
      <button type="button" class="button quiet wide" onClick={() => setIsSigningOut(true)}>
        <Icon of={LogOut} /> {t('signOut')}
      </button>
      <DeletionButton isGuest={isGuest} />
      {isSigningOut && <SignOutSheet isGuest={isGuest} onClose={() => setIsSigningOut(false)} />}
    </section>
  )
}

/** Says what the device loses before the user signs out. */
function SignOutSheet({ isGuest, onClose }: { isGuest: boolean; onClose(): void }): JSX.Element {
  const count = unsentIds.value.size
  return (
    <Sheet title={t('signOut.title')} onClose={onClose}>
      {count > 0 && <p>{t('signOut.waiting', { changes: plural('changes', count) })}</p>}
      {isGuest ? <p>{t('signOut.guest')}</p> : count === 0 && <p>{t('signOut.text')}</p>}
      <button type="button" class="button wide" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </Sheet>
  )
}
