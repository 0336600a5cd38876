import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  CreatePersonalAccessTokenDocument,
  RevokePersonalAccessTokenDocument,
  type DevelopersQuery,
} from '../../../../../generated/operations/web-app.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { Sheet } from '../../components/sheet.js'
import { request } from '../../data/client.js'
import { formatDate, t } from '../../i18n.js'
import type { ActionProps } from './action-props.js'

const subjects = ['profile', 'workouts', 'exercises', 'programs', 'measurements', 'photos'] as const
const scopes = [...subjects.flatMap(subject => [`${subject}:read`, `${subject}:write`]), 'export:read']
const lifetimes = [30, 90, 365]
const day = 24 * 60 * 60 * 1000

type Token = NonNullable<DevelopersQuery['personalAccessTokens']>[number]

interface Props extends ActionProps {
  tokens: readonly Token[]
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
        {tokens.map(token => (
          <TokenRow
            key={token.id}
            token={token}
            onRevoke={() => void run(() => request(RevokePersonalAccessTokenDocument, { id: token.id }))}
          />
        ))}
      </ul>
      <button type="button" class="button quiet wide" onClick={() => setIsCreating(true)}>
        {t('tokens.create')}
      </button>
      {isCreating && <TokenSheet onCreate={create} onClose={() => setIsCreating(false)} />}
    </section>
  )
}

interface RowProps {
  token: Token
  onRevoke(): void
}

const TokenRow = ({ token, onRevoke }: RowProps): JSX.Element => (
  <li>
    <div>
      <span>
        <strong>{token.name}</strong>
        <span class="faint">{token.scopes.join(', ')}</span>
        <span class="faint">
          {t('tokens.expires', { date: formatDate(token.expiresAt, { dateStyle: 'medium' }) })}
          {' · '}
          {token.lastUsedAt === null
            ? t('passkey.neverUsed')
            : t('tokens.used', { date: formatDate(token.lastUsedAt, { dateStyle: 'medium' }) })}
        </span>
      </span>
      <button
        type="button"
        class="link danger"
        aria-label={t('tokens.revokeNamed', { name: token.name })}
        onClick={onRevoke}
      >
        {t('tokens.revoke')}
      </button>
    </div>
  </li>
)

interface SheetProps {
  onCreate(form: FormData): Promise<void>
  onClose(): void
}

const TokenSheet = ({ onCreate, onClose }: SheetProps): JSX.Element => (
  <Sheet title={t('tokens.create')} onClose={onClose}>
    <Form class="form" onSubmit={onCreate}>
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
    </Form>
  </Sheet>
)
