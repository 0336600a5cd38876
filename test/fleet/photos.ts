import { deflateSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { pngChunk, pngSignature } from '../images.js'
import { download, type Way } from './http.js'
import { chance, digest, newId, pick, type Model } from './model.js'
import { Album, type Photo } from './operations.js'
import type { Check } from './person.js'
import type { Session } from './session.js'

const path = '/api/storage/progress-photo/upload'
/** Pixels of a side. */
const side = 48

/** A picture in grey that no other is like, and with nothing in it that the service would take out. */
function picture(): Buffer {
  const rows = Buffer.from(
    Array.from({ length: side * (side + 1) }, (_, at) => (at % (side + 1) ? chance(256) : 0)),
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

/** Somebody's photos of their progress. */
export function createAlbum(way: Way, session: Session, model: Model, check: Check) {
  async function photograph(): Promise<void> {
    const [id, content] = [newId(), picture()]
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

  async function look(): Promise<void> {
    const page = (await session.query(Album, {}))?.progressPhotos
    if (!page) return
    const photos = page.edges.map(({ node }) => node)
    check('photos', photos.map(({ id }) => id).sort(), [...model.photos.keys()].sort())
    const photo = pick(photos)
    if (photo) await downloadPhoto(photo)
  }

  /** From the storage, which may be away: then once more, a moment later. */
  async function downloadPhoto({ id, url }: Photo, attempts = 3): Promise<void> {
    const response = await download(way, url).catch(() => null)
    // The proxy's, where nobody answers behind it.
    const isThere = response !== null && response.status !== 502
    if (isThere) check('a photo', [response.status, digest(response.bytes)], [200, model.photos.get(id)])
    else if (attempts > 1) await pause(500).then(() => downloadPhoto({ id, url, size: 0 }, attempts - 1))
  }

  return { photograph, look }
}
