import { EventEmitter, once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Test } from 'tap'

/** An SMTP error of the server, and the step at which it occurs. */
export interface SmtpError {
  at: 'connection' | 'sender' | 'recipient' | 'message'
  code: number
}

export interface Mailbox {
  /** SMTP_URL of the server. */
  url: string
  /** Resolves with the next mail. */
  next(): Promise<Email>
  /** The number of mails that were not read. */
  waiting(): number
  /** Rejects all mails from now on; null accepts them again. */
  refuse(refusal: SmtpError | null): void
  /** Resolves at the next rejection. */
  refused(): Promise<void>
}

/** Starts an SMTP server that keeps the mails it receives. */
export async function mailbox(t: Pick<Test, 'teardown'>): Promise<Mailbox> {
  const mails: Email[] = []
  const readers: ((mail: Email) => void)[] = []
  const refusals = new EventEmitter()
  let refusal: SmtpError | null = null
  const refusalAt = (at: SmtpError['at']) => {
    if (refusal?.at !== at) return null
    refusals.emit('refused')
    return Object.assign(new Error('no'), { responseCode: refusal.code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, callback) => callback(refusalAt('connection')),
    onMailFrom: (_address, _session, callback) => callback(refusalAt('sender')),
    onRcptTo: (_address, _session, callback) => callback(refusalAt('recipient')),
    onData(stream, _session, callback) {
      const error = refusalAt('message')
      if (error) return void stream.on('end', () => callback(error)).resume()
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
    refuse(next) {
      refusal = next
    },
    async refused() {
      await once(refusals, 'refused')
    },
  }
}

/** The token in the link of a mail. */
export function tokenIn(mail: Email): string {
  const [, token] = /[?&]token=([\w-]+)/.exec(mail.text ?? '') ?? []
  if (token === undefined) throw new Error(`no link in: ${mail.text}`)
  return token
}

/** The code of a mail, on a line of its own; undefined for other mails. */
export const codeIn = (mail: Email): string | undefined => /^\d{6}$/m.exec(mail.text ?? '')?.[0]
