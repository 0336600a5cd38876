import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A mail as it was written into the outbox. */
export interface OutboxMail {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** When it was written, in ISO 8601. */
  date: string
}

export interface Outbox {
  /** The newest mails, the newest first. */
  list(): Promise<OutboxMail[]>
  find(id: string): Promise<OutboxMail | undefined>
}

const fileExtension = '.eml'
const maxListLength = 50

/** Reads the folder that mails are written to where there is no mail server. */
export function readOutbox(folder: string): Outbox {
  /** Names begin with the time of writing. */
  async function ids(): Promise<string[]> {
    const files = await readdir(folder).catch(() => [])
    return files
      .filter(file => file.endsWith(fileExtension) && !file.startsWith('.'))
      .map(file => file.slice(0, -fileExtension.length))
      .sort()
      .reverse()
  }

  async function read(id: string): Promise<OutboxMail> {
    const mail = await PostalMime.parse(await readFile(join(folder, id + fileExtension)))
    return {
      id,
      to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
      from: mail.from?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      date: mail.date ?? '',
    }
  }

  return {
    list: async () => Promise.all((await ids()).slice(0, maxListLength).map(read)),
    // Only what the folder lists is read, whatever the name says.
    find: async id => ((await ids()).includes(id) ? read(id) : undefined),
  }
}
