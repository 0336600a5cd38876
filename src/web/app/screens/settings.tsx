import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { LogOut, Share2, Warehouse, Webhook } from 'lucide'
import {
  RevokeSessionDocument,
  SettingsScreenDocument,
  type SettingsScreenQuery,
} from '../../../../generated/operations/web-app.js'
import { useDraft } from '../components/draft.js'
import { Choice, LanguageSelect, TimezoneSelect, WeightUnitChoice } from '../components/fields.js'
import { Icon } from '../components/icon.js'
import { Loaded, useResource } from '../components/resource.js'
import { Sheet } from '../components/sheet.js'
import { account, request, signOut, updateProfile, waiting, weightUnit } from '../data/app.js'
import { setTimezone, timezone } from '../data/preferences.js'
import { describe } from '../errors.js'
import { formatDate, locale, plural, t } from '../i18n.js'
import { fullName } from '../training/names.js'
import { Consents, DeletionButton, ExportButton } from './privacy.js'
import { SignInMethodSettings } from './security/sign-in-methods.js'
import { SecondFactorSettings } from './security/second-factor.js'

export function SettingsScreen(): JSX.Element {
  const [isLeaving, setIsLeaving] = useState(false)
  const count = waiting.value.size
  const isGuest = account.value?.isGuest ?? false
  const name = account.value && fullName(account.value)
  const firstName = useDraft<HTMLInputElement>(account.value?.firstName ?? '')
  const stored = useResource(async () => request(SettingsScreenDocument, {}), [])
  return (
    <>
      <h1>{t('nav.settings')}</h1>
      <div class="columns">
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
          <LanguageSelect value={locale.value} onChange={value => void updateProfile({ locale: value })} />
          <WeightUnitChoice
            value={weightUnit.value}
            onChange={unit => void updateProfile({ profile: { weightUnit: unit } })}
          />
          <Choice
            label={t('frequency')}
            options={[1, 2, 3, 4, 5, 6, 7].map(days => [days, String(days), plural('sessions', days)])}
            value={account.value?.profile.frequency ?? 0}
            onChange={frequency => void updateProfile({ profile: { frequency } })}
          />
          <TimezoneSelect value={timezone.value} onChange={zone => void setTimezone(zone)} />
          <a class="button quiet wide" href="#/gyms">
            <Icon of={Warehouse} /> {t('gyms')}
          </a>
        </section>
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
            <button type="button" class="button quiet wide" onClick={() => setIsLeaving(true)}>
              <Icon of={LogOut} /> {t('signOut')}
            </button>
            <DeletionButton isGuest={isGuest} />
          </section>
        </div>
      </div>
      {isLeaving && (
        <Sheet title={t('signOut.title')} onClose={() => setIsLeaving(false)}>
          {count > 0 && <p>{t('signOut.waiting', { changes: plural('changes', count) })}</p>}
          {isGuest ? <p>{t('signOut.guest')}</p> : count === 0 && <p>{t('signOut.text')}</p>}
          <button type="button" class="button wide" onClick={() => void signOut()}>
            {t('signOut')}
          </button>
        </Sheet>
      )}
    </>
  )
}

function Sessions({ sessions, onChange }: SessionsProps): JSX.Element {
  const [error, setError] = useState<string | null>(null)
  async function revoke(id: string): Promise<void> {
    try {
      await request(RevokeSessionDocument, { id })
      setError(null)
    } catch (problem) {
      setError(describe(problem))
    }
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
      <p class="error" role="alert">
        {error}
      </p>
    </>
  )
}

interface SessionsProps {
  sessions: NonNullable<SettingsScreenQuery['sessions']>
  onChange(): void
}
