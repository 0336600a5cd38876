import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { seconds } from '../../lib/quantities.js'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the mail is handed over; tries three times. */
  send(mail: Mail): Promise<void>
  close(): void
}

const attempts = 3

/** Hands mails to an SMTP server. */
export function smtpMailer(url: string, from: string): Mailer {
  const address = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * seconds,
    greetingTimeout: 10 * seconds,
    socketTimeout: 20 * seconds,
    // A server that offers TLS gets it; one on this machine may do without.
    requireTLS: address.protocol === 'smtp:' && address.searchParams.get('requireTLS') === 'true',
  })

  return {
    async send(mail) {
      for (let attempt = 1; ; attempt++) {
        try {
          await transport.sendMail({ from, ...mail })
          return
        } catch (error) {
          if (attempt === attempts) throw error
          await pause(attempt * seconds)
        }
      }
    },
    close: () => transport.close(),
  }
}

/** Writes each mail as an `.eml` file into a folder, for development. */
export function outboxMailer(
  folder: string,
  from: string,
  onWritten: (file: string, mail: Mail) => void,
): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`
      const file = join(folder, `${name}.eml`)
      // Whoever watches the folder sees whole mails only.
      await writeFile(join(folder, `.${name}`), message as Buffer)
      await rename(join(folder, `.${name}`), file)
      onWritten(file, mail)
    },
    close: () => transport.close(),
  }
}
