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
   * Resolves when the mail is handed over.
   * @param id tells the same mail, sent again, from another
   */
  send(mail: Mail, id: string): Promise<void>
  /** Whether a failure of `send` will come again however often the mail is tried. */
  isPermanent(error: unknown): boolean
  close(): void
}

/** Hands mails to an SMTP server. */
export function smtpTransport(url: string, from: string): MailTransport {
  const address = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // The queue tries again; this is for a connection that the server closed while it was idle.
    maxRequeues: 1,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    // A server that offers TLS gets it; one on this machine may do without.
    requireTLS: address.protocol === 'smtp:' && address.searchParams.get('requireTLS') === 'true',
  })

  return {
    async send(mail, id) {
      await transport.sendMail({ from, ...mail, messageId: messageId(id, from) })
    },
    isPermanent: isPermanentRefusal,
    close: () => transport.close(),
  }
}

/** Writes each mail as an `.eml` file into a folder, for development. */
export function outboxTransport(
  folder: string,
  from: string,
  onWritten: (file: string, mail: Mail) => void,
): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(mail, id) {
      const { message } = await transport.sendMail({ from, ...mail, messageId: messageId(id, from) })
      await mkdir(folder, { recursive: true })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${id}`
      const file = join(folder, `${name}.eml`)
      // Whoever watches the folder sees whole mails only.
      await writeFile(join(folder, `.${name}`), message as Buffer)
      await rename(join(folder, `.${name}`), file)
      onWritten(file, mail)
    },
    isPermanent: () => false,
    close: () => transport.close(),
  }
}

/** Mail programs show two mails of one id as one. */
function messageId(id: string, from: string): string {
  const [, domain = 'localhost'] = /@([\w.-]+)/.exec(from) ?? []
  return `<${id}@${domain}>`
}

/** The server wants to be signed in to, which is not the mail's fault. */
const authenticationRequired = 530

/** What was said of the sender, the recipient or the message, and not of the connection. */
function isPermanentRefusal(error: unknown): boolean {
  const { code, responseCode = 500 } = error as { code?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode >= 500 && responseCode !== authenticationRequired
}
