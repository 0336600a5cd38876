import { KiB, seconds } from '../../../../lib/quantities.js'

const requestTimeout = 5 * seconds
const maxResponseSize = 256 * KiB

/** Requests a URL of a provider: within five seconds, without redirects, with a response of at most 256 KiB. */
export async function boundedFetch(url: string, options: RequestInit = {}): Promise<Response> {
  const signals = [AbortSignal.timeout(requestTimeout), ...(options.signal ? [options.signal] : [])]
  const response = await fetch(url, { ...options, redirect: 'error', signal: AbortSignal.any(signals) })
  const chunks: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxResponseSize) throw new Error(`${url} responded with more than ${maxResponseSize} bytes.`)
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
}
