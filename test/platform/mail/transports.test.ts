import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import t from 'tap'
import { outboxTransport, smtpTransport } from '../../../src/platform/mail/transports.js'
import { mailbox, type SmtpError } from '../../mailbox.js'

const from = 'Fitness Training <no-reply@fitness.test>'
const mail = {
  to: 'ada@example.com',
  subject: 'Grüße, 你好 🏋️',
  text: 'Ein Text mit ä, مرحبا und einer Zeile.\n',
  html: '<p>Ein Text mit <b>ä</b>.</p>\n',
}

t.test('sends a mail unchanged over SMTP', async t => {
  const box = await mailbox(t)
  const mailer = smtpTransport(box.url, from)
  await mailer.send(mail, 'id')
  const received = await box.next()
  t.match(received, {
    from: { name: 'Fitness Training', address: 'no-reply@fitness.test' },
    to: [{ address: mail.to }],
    subject: mail.subject,
  })
  t.equal(received.text?.trim(), mail.text.trim())
  t.equal(received.html?.trim(), mail.html.trim())
  t.equal(received.messageId, '<id@fitness.test>')
  mailer.close()
})

t.test('rejects headers in an address', async t => {
  const box = await mailbox(t)
  const mailer = smtpTransport(box.url, from)
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' }, 'id')
  const received = await box.next()
  t.notMatch(
    received.headers.map(header => header.key),
    ['bcc'],
  )
  t.equal(received.bcc, undefined)
  mailer.close()
})

t.test(
  'treats an unreachable server as a temporary error, and a rejected mail as a permanent one',
  async t => {
    const unreachable = smtpTransport('smtp://127.0.0.1:1', from)
    t.teardown(unreachable.close)
    const failure: unknown = await unreachable.send(mail, 'id').catch((error: unknown) => error)
    t.match(failure, { code: /ECONNREFUSED|ESOCKET/ })
    t.notOk(unreachable.isPermanent(failure))

    const isPermanent = async (refusal: SmtpError) => {
      const box = await mailbox(t)
      box.refuse(refusal)
      const transport = smtpTransport(box.url, from)
      t.teardown(transport.close)
      const error: unknown = await transport.send(mail, 'id').catch((error: unknown) => error)
      t.match(error, { responseCode: refusal.code })
      return transport.isPermanent(error)
    }
    t.notOk(
      await isPermanent({ at: 'connection', code: 554 }),
      '554 at connection: the server accepts no mail now',
    )
    t.notOk(await isPermanent({ at: 'sender', code: 530 }), '530: the server requires authentication')
    t.notOk(await isPermanent({ at: 'recipient', code: 451 }))
    t.ok(await isPermanent({ at: 'recipient', code: 550 }))
    t.notOk(await isPermanent({ at: 'message', code: 452 }))
    t.ok(await isPermanent({ at: 'message', code: 554 }))
  },
)

t.test('writes each mail completely to a file of the outbox', async t => {
  const folder = join(t.testdir(), 'outbox')
  const written: string[] = []
  const mailer = outboxTransport(folder, from, file => written.push(file))
  await Promise.all([mailer.send(mail, 'id'), mailer.send({ ...mail, to: 'grace@example.com' }, 'other')])
  const files = (await readdir(folder)).map(name => join(folder, name))
  t.same(files.sort(), written.sort())
  t.ok(files.every(file => file.endsWith('.eml')))

  const mails = await Promise.all(files.map(async file => PostalMime.parse(await readFile(file))))
  t.same(mails.map(({ to }) => to?.[0]?.address).sort(), ['ada@example.com', 'grace@example.com'])
  for (const { subject, text, html } of mails) {
    t.equal(subject, mail.subject)
    t.equal(text?.trim(), mail.text.trim())
    t.equal(html?.trim(), mail.html.trim())
  }
  mailer.close()
})
