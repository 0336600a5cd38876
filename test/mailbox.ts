import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Test } from 'tap'

export interface Mailbox {
  /** SMTP_URL of the server. */
  url: string
  /** The next mail, waited for if need be. */
  next(): Promise<Email>
  /** How many mails wait to be read. */
  waiting(): number
}

/** A real SMTP server that keeps what it is sent. */
export async function mailbox(t: Pick<Test, 'teardown'>): Promise<Mailbox> {
  const mails: Email[] = []
  const readers: ((mail: Email) => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, callback) {
      void buffer(stream)
        .then(raw => PostalMime.parse(raw))
        .then(mail => {
          const reader = readers.shift()
          if (reader) reader(mail)
          else mails.push(mail)
          callback()
        })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  t.teardown(() => new Promise<void>(resolve => server.close(resolve)))

  return {
    url: `smtp://127.0.0.1:${port}`,
    next() {
      const mail = mails.shift()
      return mail ? Promise.resolve(mail) : new Promise(resolve => readers.push(resolve))
    },
    waiting: () => mails.length,
  }
}

/** The token in the link of a mail. */
export function tokenIn(mail: Email): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(mail.text ?? '') ?? []
  if (token === undefined) throw new Error(`no link in: ${mail.text}`)
  return token
}
