import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  DeleteWebhookDocument,
  ReplayWebhookDeliveryDocument,
  SaveWebhookDocument,
  TestWebhookDocument,
  type DevelopersQuery,
  type WebhookEvent,
} from '../../../../../generated/operations/web-app.js'
import { newId } from '../../../../client/index.js'
import { formText } from '../../components/form-text.js'
import { Form } from '../../components/form.js'
import { Sheet } from '../../components/sheet.js'
import { request } from '../../data/client.js'
import { formatDate, t } from '../../i18n.js'
import type { ActionProps } from './action-props.js'

const events: readonly Exclude<WebhookEvent, 'PING'>[] = [
  'WORKOUT_SAVED',
  'WORKOUT_DELETED',
  'RECORD_SET',
  'ACHIEVEMENT_EARNED',
  'ENROLLMENT_CHANGED',
]

type Webhook = NonNullable<DevelopersQuery['webhooks']>[number]

interface Props extends ActionProps {
  webhooks: readonly Webhook[]
}

export function Webhooks({ webhooks, run, showSecret }: Props): JSX.Element {
  /** The webhook in the form; undefined for a new one, null while the form is closed. */
  const [edited, setEdited] = useState<Webhook | undefined | null>(null)

  async function save(form: FormData): Promise<void> {
    const input = {
      id: edited?.id ?? newId(),
      url: formText(form, 'url'),
      events: events.filter(event => form.getAll('event').includes(event)),
      isEnabled: form.get('isEnabled') !== null,
    }
    const isSaved = await run(async () => {
      const { saveWebhook } = await request(SaveWebhookDocument, { input })
      if (saveWebhook?.secret) showSecret({ title: t('webhooks.secret'), text: saveWebhook.secret })
    })
    if (isSaved) setEdited(null)
  }

  return (
    <section class="card">
      <h2>{t('webhooks.title')}</h2>
      <p>{t('webhooks.text')}</p>
      {webhooks.map(webhook => (
        <WebhookCard key={webhook.id} webhook={webhook} run={run} onEdit={() => setEdited(webhook)} />
      ))}
      <button type="button" class="button quiet wide" onClick={() => setEdited(undefined)}>
        {t('webhooks.create')}
      </button>
      {edited !== null && <WebhookSheet webhook={edited} onSave={save} onClose={() => setEdited(null)} />}
    </section>
  )
}

interface CardProps extends Pick<ActionProps, 'run'> {
  webhook: Webhook
  onEdit(): void
}

const WebhookCard = ({ webhook, run, onEdit }: CardProps): JSX.Element => (
  <article class="webhook">
    <h3>{webhook.url}</h3>
    <p class="faint">{webhook.events.map(event => t(`webhooks.${event}`)).join(', ')}</p>
    {!webhook.isEnabled && <p>{t(webhook.disabledReason === null ? 'webhooks.off' : 'webhooks.disabled')}</p>}
    <p class="actions">
      <button type="button" class="link" onClick={onEdit}>
        {t('webhooks.edit')}
      </button>
      {webhook.isEnabled && (
        <button
          type="button"
          class="link"
          onClick={() => void run(() => request(TestWebhookDocument, { id: webhook.id }))}
        >
          {t('webhooks.test')}
        </button>
      )}
      <button
        type="button"
        class="link danger"
        onClick={() => void run(() => request(DeleteWebhookDocument, { id: webhook.id }))}
      >
        {t('webhooks.delete')}
      </button>
    </p>
    <Deliveries webhook={webhook} run={run} />
  </article>
)

interface SheetProps {
  /** Undefined for a new webhook. */
  webhook: Webhook | undefined
  onSave(form: FormData): Promise<void>
  onClose(): void
}

const WebhookSheet = ({ webhook, onSave, onClose }: SheetProps): JSX.Element => (
  <Sheet title={t(webhook ? 'webhooks.edit' : 'webhooks.create')} onClose={onClose}>
    <Form class="form" onSubmit={onSave}>
      <label>
        {t('webhooks.url')}
        <input name="url" type="url" required maxLength={2000} value={webhook?.url ?? ''} />
      </label>
      <fieldset class="checks">
        <legend>{t('webhooks.events')}</legend>
        {events.map(event => (
          <label key={event}>
            <input
              type="checkbox"
              name="event"
              value={event}
              checked={webhook?.events.includes(event) ?? false}
            />{' '}
            {t(`webhooks.${event}`)}
          </label>
        ))}
      </fieldset>
      <label class="check">
        <input type="checkbox" name="isEnabled" checked={webhook?.isEnabled ?? true} />{' '}
        {t('webhooks.isEnabled')}
      </label>
      <button class="button wide">{t('webhooks.save')}</button>
    </Form>
  </Sheet>
)

interface DeliveriesProps extends Pick<ActionProps, 'run'> {
  webhook: Webhook
}

/** The latest messages, which can be sent again. */
function Deliveries({ webhook: { deliveries, isEnabled }, run }: DeliveriesProps): JSX.Element | null {
  const latest = deliveries?.edges ?? []
  if (latest.length === 0) return null
  return (
    <ul class="links">
      {latest.map(({ node: { id, eventType, deliveryStatus, lastResponseStatus, createdAt } }) => (
        <li key={id}>
          <div>
            <span>
              <strong>{t(`webhooks.${eventType}`)}</strong>
              <span class="faint">
                {formatDate(createdAt, { dateStyle: 'short', timeStyle: 'short' })}
                {' · '}
                {t(`webhooks.${deliveryStatus}`)}
                {lastResponseStatus !== null && ` (${lastResponseStatus})`}
              </span>
            </span>
            {isEnabled && deliveryStatus !== 'PENDING' && (
              <button
                type="button"
                class="link"
                aria-label={t('webhooks.replayNamed', { event: t(`webhooks.${eventType}`) })}
                onClick={() => void run(() => request(ReplayWebhookDeliveryDocument, { id }))}
              >
                {t('webhooks.replay')}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
