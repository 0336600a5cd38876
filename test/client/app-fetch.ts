import type { App } from '../../src/app.js'
import type { Fetch } from '../../src/client/index.js'

/** Works like `fetch`, but calls an app in this process. */
export const appFetch =
  (app: App): Fetch =>
  async (url, { method = 'GET', headers, body }) => {
    const { pathname, search } = new URL(url)
    const response = await app.inject({
      method: method as 'POST',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value))
    // A response without content must not even have an empty body.
    return new Response(response.body || null, { status: response.statusCode, headers: received })
  }
