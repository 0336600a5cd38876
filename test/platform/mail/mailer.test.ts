import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import t from 'tap'
import { outboxMailer, smtpMailer } from '../../../src/platform/mail/mailer.js'
import { mailbox } from '../../mailbox.js'

const from = 'Fitness Training <no-reply@fitness.test>'
const mail = {
  to: 'ada@example.com',
  subject: 'Grüße, 你好 🏋️',
  text: 'Ein Text mit ä, مرحبا und einer Zeile.\n',
  html: '<p>Ein Text mit <b>ä</b>.</p>\n',
}

t.test('a mail arrives over SMTP as it was written', async t => {
  const box = await mailbox(t)
  const mailer = smtpMailer(box.url, from)
  await mailer.send(mail)
  const received = await box.next()
  t.match(received, {
    from: { name: 'Fitness Training', address: 'no-reply@fitness.test' },
    to: [{ address: mail.to }],
    subject: mail.subject,
  })
  t.equal(received.text?.trim(), mail.text.trim())
  t.equal(received.html?.trim(), mail.html.trim())
  t.match(received.messageId, /@/)
  mailer.close()
})

t.test('an address cannot bring headers of its own', async t => {
  const box = await mailbox(t)
  const mailer = smtpMailer(box.url, from)
  await mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.com' })
  const received = await box.next()
  t.notMatch(
    received.headers.map(header => header.key),
    ['bcc'],
  )
  t.equal(received.bcc, undefined)
  mailer.close()
})

t.test('a server that fails once is tried again', async t => {
  const box = await mailbox(t)
  const target = Number(new URL(box.url).port)
  let connections = 0
  const flaky = createServer(socket => {
    connections++
    if (connections === 1) return socket.end('421 come back later\r\n')
    socket.pipe(connect(target, '127.0.0.1')).pipe(socket)
  })
  flaky.listen(0, '127.0.0.1')
  await once(flaky, 'listening')
  t.teardown(() => flaky.close())
  const { port } = flaky.address() as { port: number }
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, from)
  await mailer.send(mail)
  t.equal((await box.next()).subject, mail.subject)
  t.equal(connections, 2)
  mailer.close()
})

t.test('a server that stays away is an error after three attempts', async t => {
  const mailer = smtpMailer('smtp://127.0.0.1:1', from)
  await t.rejects(mailer.send(mail), { code: /ECONNREFUSED|ESOCKET/ })
  mailer.close()
})

t.test('the outbox gets whole mails only, one file each', async t => {
  const folder = join(t.testdir(), 'outbox')
  const written: string[] = []
  const mailer = outboxMailer(folder, from, file => written.push(file))
  await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'grace@example.com' })])
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
