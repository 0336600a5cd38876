import type { Config } from '../../config.js'
import { smtpTransport } from '../../platform/mail/transports.js'
import { failed, ok, type Check } from './finding.js'

/** Connects to the mail server and signs in, without sending a mail. */
export const checkMail = ({ MAIL_FROM }: Config, url: string): Check => ({
  name: 'Mail',
  async run() {
    const { hostname, host, username } = new URL(url)
    const transport = smtpTransport(url, MAIL_FROM)
    try {
      await transport.verify()
      const login = username === '' ? 'accepts connections without a login' : 'accepts the login'
      return [ok(`Mail: ${hostname} ${login}; no mail was sent`)]
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      return [
        failed(
          code === 'EAUTH'
            ? `Mail: ${host} rejected the user or the password in SMTP_URL. Correct them; special characters must be percent-encoded.`
            : `Mail: ${host} (SMTP_URL) cannot be used: ${message}. Start the mail server, or correct SMTP_URL.`,
        ),
      ]
    } finally {
      transport.close()
    }
  },
})
