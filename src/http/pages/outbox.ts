import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { notFound } from '../../errors.js'
import { html, type Html } from '../../lib/html.js'
import type { Outbox, OutboxMail } from '../../platform/mail/outbox.js'
import { sendPage } from './page.js'

const Params = Type.Object({ id: Type.String({ maxLength: 200 }) })
// Pages are reloaded often, and browsers cannot sign requests.
const config = { unlimited: true, unsigned: true }
const hide = { hide: true }

/** Serves the mails of the outbox, which replaces a mailbox during development. Not for production. */
export const outboxPages: FastifyPluginAsyncTypebox<{ outbox: Outbox }> = async (app, { outbox }) => {
  async function getMail(id: string): Promise<OutboxMail> {
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
            ${mails.map(renderItem)}
          </ul>`
    return sendPage(reply, { title: 'Outbox', content, wide: true })
  })

  app.get('/outbox/:id', { config, schema: { ...hide, params: Params } }, async ({ params }, reply) => {
    const mail = await getMail(params.id)
    return sendPage(reply, { title: mail.subject, content: renderMail(mail), wide: true })
  })

  app.get('/outbox/:id/html', { config, schema: { ...hide, params: Params } }, async ({ params }, reply) => {
    const mail = await getMail(params.id)
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        // Only allow the inline styles of mails.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'referrer-policy': 'no-referrer',
      })
      .serializer(String)
      .send(mail.html)
  })
}

const renderItem = ({ id, subject, to, date }: OutboxMail) =>
  html`<li>
    <a href="outbox/${id}">${subject}</a> <span class="faint">to ${to}, ${formatDate(date)}</span>
  </li>`

const renderMail = ({ id, to, from, date, text }: OutboxMail) =>
  html`<dl>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>From</dt>
      <dd>${from}</dd>
      <dt>Date</dt>
      <dd>${formatDate(date)}</dd>
    </dl>
    <h2>Text</h2>
    <div class="text">${renderLinks(text.trim())}</div>
    <p><a href="${id}/html">HTML version</a> &middot; <a href="../outbox">All mails</a></p>`

const formatDate = (date: string) => date.slice(0, 19).replace('T', ' ')

/** Renders a text with its URLs as links. */
const renderLinks = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
