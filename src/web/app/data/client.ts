import { createClient, fromResponse, type Client, type ClientStorage } from '../../../client/index.js'
import { openWindowStorage } from './window-storage.js'

/** Defined by the build. */
declare const APP_VERSION: string

/** The app is served below the address of the service. */
const baseUrl = new URL('..', location.href.split(/[?#]/)[0]).href

/** The storage of this window. Defined after `openClient`, like the client. */
export let storage: ClientStorage
export let client: Client

/** @throws Error if too many windows of the app are open */
export async function openClient(onSignedOut: () => void): Promise<void> {
  storage = await openWindowStorage()
  client = createAppClient(storage, onSignedOut)
}

export const createAppClient = (storage: ClientStorage, onSignedOut: () => void): Client =>
  createClient({ baseUrl, storage, app: { name: 'web-app', version: APP_VERSION }, onSignedOut })

export const request: Client['request'] = (operation, variables) => client.request(operation, variables)

/** Works like `client.fetch` for a REST route. @throws ServiceError if the service refuses the request, NetworkError */
export async function fetchChecked(path: string, init?: RequestInit): Promise<Response> {
  const response = await client.fetch(path, init)
  if (!response.ok) throw fromResponse(response, await response.json().catch(() => null))
  return response
}

/** Sends a form to a REST route. @returns the field `data` of the response @throws NetworkError, ServiceError */
export async function postForm(path: string, body: FormData): Promise<unknown> {
  const response = await fetchChecked(path, { method: 'POST', body })
  const { data } = (await response.json()) as { data?: unknown }
  return data
}

/** Reads all data of the user as an archive. @throws NetworkError, ServiceError */
export async function readExport(): Promise<Blob> {
  const response = await fetchChecked('/api/exports/mine')
  return response.blob()
}

/** Values that the app stores on the device next to the records. */
export const appStorage = {
  read: (key: string): Promise<unknown> => storage.get(`app/${key}`),
  write: (key: string, value: unknown): Promise<void> => storage.write([{ key: `app/${key}`, value }]),
}
