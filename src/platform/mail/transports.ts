import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { seconds } from '../../lib/quantities.js'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the mail.
   * @param id is the same for all attempts to send a mail
   */
  send(mail: Mail, id: string): Promise<void>
  /** Returns whether an error of `send` is permanent, so that a retry is pointless. */
  isPermanent(error: unknown): boolean
  close(): void
}

interface SmtpTransport extends MailTransport {
  /** Connects and signs in without sending a mail. @throws Error of the connection or the login */
  verify(): Promise<void>
}

/** Sends mails by SMTP. */
export function smtpTransport(url: string, from: string): SmtpTransport {
  const address = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // The queue retries failed mails. This handles only a pooled connection that the server closed while it was idle.
    maxRequeues: 1,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    // TLS is used if the server offers it, and required only on request: a local server may not support it.
    requireTLS: address.protocol === 'smtp:' && address.searchParams.get('requireTLS') === 'true',
  })

  return {
    async send(mail, id) {
      await transport.sendMail({ from, ...mail, messageId: messageId(id, from) })
    },
    async verify() {
      await transport.verify()
    },
    isPermanent: isPermanentRefusal,
    close: () => transport.close(),
  }
}

/** Writes each mail to a folder as an `.eml` file, for development. */
export function outboxTransport(
  folder: string,
  from: string,
  onWritten: (file: string, mail: Mail) => void,
): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(mail, id) {
      const { message } = await transport.sendMail({ from, ...mail, messageId: messageId(id, from) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}`
      const file = join(folder, `${name}.eml`)
      // Write to a hidden file and rename it, so that readers of the folder see only complete mails.
      await writeFile(join(folder, `.${name}`), message as Buffer)
      await rename(join(folder, `.${name}`), file)
      onWritten(file, mail)
    },
    isPermanent: () => false,
    close: () => transport.close(),
  }
}

/** Mail programs show two mails with the same Message-ID as one. */
function messageId(id: string, from: string): string {
  const [, domain = 'localhost'] = /@([\w.-]+)/.exec(from) ?? []
  return `<${id}@${domain}>`
}

/** The SMTP status for missing authentication, which is not a problem of the mail. */
const authenticationRequired = 530

/** Returns whether the server permanently rejected the sender, the recipient or the message. */
function isPermanentRefusal(error: unknown): boolean {
  const { code, responseCode = 500 } = error as { code?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode >= 500 && responseCode !== authenticationRequired
}
