import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  CreatePersonalAccessTokenDocument,
  RevokePersonalAccessTokenDocument,
  type DevelopersQuery,
} from '../../../../../generated/operations/web-app.js'
import { formText } from '../../components/form-text.js'
import { Sheet } from '../../components/sheet.js'
import { request } from '../../data/app.js'
import { formatDate, t } from '../../i18n.js'
import type { ActionProps } from './action-props.js'

const subjects = ['profile', 'workouts', 'exercises', 'programs', 'measurements', 'photos'] as const
const scopes = [...subjects.flatMap(subject => [`${subject}:read`, `${subject}:write`]), 'export:read']
const lifetimes = [30, 90, 365]
const day = 24 * 60 * 60 * 1000

interface Props extends ActionProps {
  tokens: NonNullable<DevelopersQuery['personalAccessTokens']>
}

export function AccessTokens({ tokens, run, showSecret }: Props): JSX.Element {
  const [isCreating, setIsCreating] = useState(false)

  async function create(form: FormData): Promise<void> {
    const expiresAt = new Date(Date.now() + Number(form.get('days')) * day).toISOString()
    const input = {
      name: formText(form, 'name'),
      scopes: form.getAll('scope').map(String),
      expiresAt,
    }
    const isCreated = await run(async () => {
      const { createPersonalAccessToken } = await request(CreatePersonalAccessTokenDocument, { input })
      showSecret({ title: input.name, text: createPersonalAccessToken?.token ?? '' })
    })
    if (isCreated) setIsCreating(false)
  }

  return (
    <section class="card">
      <h2>{t('tokens.title')}</h2>
      <p>{t('tokens.text')}</p>
      <ul class="links">
        {tokens.map(({ id, name, scopes: permitted, expiresAt, lastUsedAt }) => (
          <li key={id}>
            <div>
              <span>
                <strong>{name}</strong>
                <span class="faint">{permitted.join(', ')}</span>
                <span class="faint">
                  {t('tokens.expires', { date: formatDate(expiresAt, { dateStyle: 'medium' }) })}
                  {' · '}
                  {lastUsedAt === null
                    ? t('passkey.neverUsed')
                    : t('tokens.used', { date: formatDate(lastUsedAt, { dateStyle: 'medium' }) })}
                </span>
              </span>
              <button
                type="button"
                class="link danger"
                aria-label={t('tokens.revokeNamed', { name })}
                onClick={() => void run(() => request(RevokePersonalAccessTokenDocument, { id }))}
              >
                {t('tokens.revoke')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <button type="button" class="button quiet wide" onClick={() => setIsCreating(true)}>
        {t('tokens.create')}
      </button>
      {isCreating && (
        <Sheet title={t('tokens.create')} onClose={() => setIsCreating(false)}>
          <form
            class="form"
            onSubmit={event => {
              event.preventDefault()
              void create(new FormData(event.currentTarget))
            }}
          >
            <label>
              {t('tokens.name')}
              <input name="name" required maxLength={100} />
            </label>
            <label>
              {t('tokens.lifetime')}
              <select name="days">
                {lifetimes.map(days => (
                  <option key={days} value={days} selected={days === 90}>
                    {t('tokens.days', { days })}
                  </option>
                ))}
              </select>
            </label>
            <fieldset class="checks">
              <legend>{t('tokens.scopes')}</legend>
              {scopes.map(scope => (
                <label key={scope}>
                  <input type="checkbox" name="scope" value={scope} /> <code>{scope}</code>
                </label>
              ))}
            </fieldset>
            <button class="button wide">{t('tokens.create')}</button>
          </form>
        </Sheet>
      )}
    </section>
  )
}
