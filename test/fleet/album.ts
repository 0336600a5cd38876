import { deflateSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { pngChunk, pngSignature } from '../images.js'
import { download, type Connection } from './http.js'
import { randomBelow, digest, newId, pick, type Model } from './model.js'
import { Album, type Photo } from './operations.js'
import type { Check } from './user.js'
import type { Session } from './session.js'

const path = '/api/storage/progress-photo/upload'
/** Width and height in pixels. */
const side = 48

/** A random grayscale PNG without metadata, which the service stores unchanged. */
function randomPng(): Buffer {
  const rows = Buffer.from(
    Array.from({ length: side * (side + 1) }, (_, index) => (index % (side + 1) ? randomBelow(256) : 0)),
  )
  const size = Buffer.alloc(8)
  size.writeUInt32BE(side, 0)
  size.writeUInt32BE(side, 4)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', Buffer.concat([size, Buffer.from([8, 0, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Progress photos of a simulated user. */
export function createAlbum(connection: Connection, session: Session, model: Model, check: Check) {
  async function upload(): Promise<void> {
    const [id, content] = [newId(), randomPng()]
    const form = new FormData()
    form.append('id', id)
    form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'me.png')
    const sent = new Response(form)
    const type = sent.headers.get('content-type') ?? ''
    const { status, body } = await session.upload(path, type, Buffer.from(await sent.arrayBuffer()))
    const { data } = (body ?? {}) as { data?: { assetId?: string; size?: number } }
    check('upload', [status, data?.assetId, data?.size], [201, id, content.length])
    if (status === 201) model.photos.set(id, digest(content))
  }

  async function verify(): Promise<void> {
    const page = (await session.query(Album, {}))?.progressPhotos
    if (!page) return
    const photos = page.edges.map(({ node }) => node)
    check('photos', photos.map(({ id }) => id).sort(), [...model.photos.keys()].sort())
    const photo = pick(photos)
    if (photo) await downloadPhoto(photo)
  }

  /** Downloads a photo, with retries while the storage is unavailable. */
  async function downloadPhoto({ id, url }: Photo, attempts = 3): Promise<void> {
    const response = await download(connection, url).catch(() => null)
    // 502 comes from the proxy while the storage is unavailable.
    const isAvailable = response !== null && response.status !== 502
    if (isAvailable) check('a photo', [response.status, digest(response.bytes)], [200, model.photos.get(id)])
    else if (attempts > 1) await pause(500).then(() => downloadPhoto({ id, url, size: 0 }, attempts - 1))
  }

  return { upload, verify }
}
