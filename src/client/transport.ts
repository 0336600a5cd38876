import { fromResponse, isRecord, NetworkError } from './errors.js'
import type { Signer } from './signing.js'

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The user as whom a request is sent. */
interface Sender {
  accessToken: string
  userId: string
}

interface Options {
  /** Without a slash at the end. */
  baseUrl: string
  fetch: Fetch
  sign: Signer | undefined
  /** The time of the device in milliseconds. */
  now(): number
  /** Sent with every request. */
  headers: Readonly<Record<string, string>>
}

/** Sends requests to the service, signed if the client has a signer. */
export function createTransport({ baseUrl, fetch, sign, now, headers }: Options) {
  /** The difference of the service's clock from the clock of the device, in milliseconds. */
  let clockOffset = 0

  /** @param sender null to send it without an access token @throws NetworkError */
  async function sendOnce(path: string, init: RequestInit, sender: Sender | null): Promise<Response> {
    const url = baseUrl + path
    // The body of an upload is not signed.
    const body = typeof init.body === 'string' ? init.body : ''
    const signature = await sign?.({
      ...{ method: init.method ?? 'GET', url, body, userId: sender?.userId ?? '' },
      now: now() + clockOffset,
    })
    const all = new Headers({ ...headers, ...signature })
    new Headers(init.headers).forEach((value, name) => all.set(name, value))
    if (sender) all.set('authorization', `Bearer ${sender.accessToken}`)
    try {
      return await fetch(url, { ...init, headers: all })
    } catch (error) {
      throw new NetworkError('The service cannot be reached.', { cause: error })
    }
  }

  /**
   * Corrects the clock and sends the request once more if the clock of the device is wrong.
   * @param sender null to send it without an access token
   * @throws NetworkError
   */
  async function send(path: string, init: RequestInit, sender: Sender | null): Promise<Response> {
    const response = await sendOnce(path, init, sender)
    const serviceTime = Date.parse(response.headers.get('date') ?? '')
    if (!(await isRefusedAs('TIMESTAMP_OUT_OF_RANGE', response)) || Number.isNaN(serviceTime)) return response
    clockOffset = serviceTime - now()
    return sendOnce(path, init, sender)
  }

  return {
    send,

    /** Sends JSON to a route of `/auth` without an access token. @throws ServiceError, NetworkError */
    post: async (path: string, payload: object): Promise<Record<string, unknown>> =>
      readResult(await send(path, jsonRequest(payload), null)),
  }
}

export type Transport = ReturnType<typeof createTransport>

export const jsonRequest = (payload: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(payload),
})

/** Returns the object in the body, which is empty if the body has none. @throws ServiceError, NetworkError */
export async function readResult(response: Response): Promise<Record<string, unknown>> {
  const body = await readJson(response)
  if (!response.ok) throw fromResponse(response, body)
  return isRecord(body) ? body : {}
}

/** Returns null if the response is not JSON, as from a proxy. */
export async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch {
    return null
  }
}

export const isRefusedAs = async (code: string, response: Response): Promise<boolean> =>
  response.status === 401 && (await response.clone().text()).includes(code)
