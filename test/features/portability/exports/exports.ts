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

export const download = (app: App, user: Pick<TestUser, 'headers'>) =>
  app.inject({ method: 'GET', url: '/api/exports/mine', headers: user.headers })

/** Returns the files of an export by path. */
export async function exportOf(app: App, user: TestUser): Promise<Map<string, Buffer>> {
  const response = await download(app, user)
  if (response.statusCode !== 200) throw new Error(response.body)
  const zip = await fromBufferPromise(response.rawPayload)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

export const dataOf = (files: Map<string, Buffer>) => JSON.parse(String(files.get('data.json'))) as Data
