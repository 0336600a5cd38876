import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { notFound } from '../../errors.js'
import { html, type Html } from '../../lib/html.js'
import type { Outbox, OutboxMail } from '../../platform/mail/outbox.js'
import { sendPage } from './page.js'

const Params = Type.Object({ id: Type.String({ maxLength: 200 }) })
// Who develops looks often; a browser cannot sign.
const config = { unlimited: true, unsigned: true }
const hide = { hide: true }

/** The mails of the outbox for whoever develops: there is no mailbox to look into. Not for production. */
export const outboxPages: FastifyPluginAsyncTypebox<{ outbox: Outbox }> = async (app, { outbox }) => {
  async function demand(id: string): Promise<OutboxMail> {
    const mail = await outbox.find(id)
    if (!mail) throw notFound('mail')
    return mail
  }

  app.get('/outbox', { config, schema: hide }, async (_request, reply) => {
    const mails = await outbox.list()
    const none = html`<p>No mails yet. Register an account to receive one here.</p>`
    const content =
      mails.length === 0
        ? none
        : html`<ul>
            ${mails.map(line)}
          </ul>`
    return sendPage(reply, { title: 'Outbox', content, wide: true })
  })

  app.get('/outbox/:id', { config, schema: { ...hide, params: Params } }, async ({ params }, reply) => {
    const mail = await demand(params.id)
    return sendPage(reply, { title: mail.subject, content: whole(mail), wide: true })
  })

  app.get('/outbox/:id/html', { config, schema: { ...hide, params: Params } }, async ({ params }, reply) => {
    const mail = await demand(params.id)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        // Mails carry their style with them, and may do nothing else.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'referrer-policy': 'no-referrer',
      })
      .serializer(String)
      .send(mail.html)
  })
}

const line = ({ id, subject, to, date }: OutboxMail) =>
  html`<li><a href="outbox/${id}">${subject}</a> <span class="faint">to ${to}, ${readable(date)}</span></li>`

const whole = ({ id, to, from, date, text }: OutboxMail) =>
  html`<dl>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>Date</dt>
      <dd>${readable(date)}</dd>
    </dl>
    <h2>Text</h2>
    <div class="text">${withLinks(text.trim())}</div>
    <p><a href="${id}/html">HTML version</a> · <a href="../outbox">All mails</a></p>`

const readable = (date: string) => date.slice(0, 19).replace('T', ' ')

/** Text whose addresses can be opened. */
const withLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
