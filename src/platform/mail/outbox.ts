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
  /** Returns the latest mails, newest first. */
  list(): Promise<OutboxMail[]>
  find(id: string): Promise<OutboxMail | undefined>
}

const fileExtension = '.eml'
const maxListLength = 50

/** Reads the folder to which mails are written if no mail server is configured. */
export function readOutbox(folder: string): Outbox {
  /** Returns the ids, newest first: file names begin with the time of writing. */
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
    // Only ids from the folder listing are read, so that an id cannot lead out of the folder.
    find: async id => ((await ids()).includes(id) ? read(id) : undefined),
  }
}
