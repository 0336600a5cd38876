import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'

export interface Data {
  format: string
  version: number
  records: { type: string; id: string; content: Record<string, unknown> | null }[]
  [list: string]: unknown
}

export const download = (app: App, person: Pick<TestUser, 'headers'>) =>
  app.inject({ method: 'GET', url: '/api/exports/mine', headers: person.headers })

/** The files of an export, by their paths. */
export async function exportOf(app: App, person: TestUser): Promise<Map<string, Buffer>> {
  const answer = await download(app, person)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const zip = await fromBufferPromise(answer.rawPayload)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

export const dataOf = (files: Map<string, Buffer>) => JSON.parse(String(files.get('data.json'))) as Data
