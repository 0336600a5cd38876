import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, build, signUp, temporaryPath, type TestUser, type Settings } from '../../../helper.js'
import { jpeg } from '../../../images.js'

export interface Part {
  /** Name of the form field. */
  field?: string
  fileName?: string
  type?: string
  content?: Buffer | string
  /** The complete headers of the part, in place of the fields above. */
  head?: string
}

export const uploadUrl = '/api/storage/profile-photo/upload'
export const boundary = 'the-boundary'
export const multipartType = `multipart/form-data; boundary=${boundary}`

/** A photo as an app sends it. */
export const photoPart = (part: Part = {}): Part => ({
  field: 'file',
  fileName: 'me.jpg',
  type: 'image/jpeg',
  content: jpeg(),
  ...part,
})

export const contextPart = (content: string): Part => ({ field: 'assetContext', content })

function headOf({ field = '', fileName, type, head }: Part): string {
  if (head !== undefined) return head
  const name = fileName === undefined ? '' : `; filename="${fileName}"`
  const lines = [`Content-Disposition: form-data; name="${field}"${name}`]
  if (type !== undefined) lines.push(`Content-Type: ${type}`)
  return lines.join('\r\n')
}

/** The body of a multipart request. */
export function multipartBody(parts: Part[]): Buffer {
  const chunks = parts.flatMap(part => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    Buffer.from(part.content ?? ''),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

export const post = (app: App, user: Pick<TestUser, 'headers'>, parts: Part[], headers: object = {}) =>
  app.inject({
    method: 'POST',
    url: uploadUrl,
    headers: { ...user.headers, 'content-type': multipartType, ...headers },
    payload: multipartBody(parts),
  })

export type Answer = Awaited<ReturnType<typeof post>>

/** Asserts that a response is this error without further fields. */
export function assertRefused(t: Test, answer: Answer, status: number, code: string, what: string) {
  t.equal(answer.statusCode, status, what)
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8', what)
  const { error } = answer.json<{ error?: { message?: string; field?: string } }>()
  const field = [400, 413, 415].includes(status) ? { field: error?.field ?? 'missing' } : {}
  t.strictSame(
    answer.json(),
    { success: false, error: { code, ...field, message: String(error?.message) } },
    what,
  )
  t.notMatch(answer.body, /undefined|TypeError|Cannot read|internal/i, `${what}: has a message`)
  t.ok(answer.headers['x-ratelimit-limit'], `${what}: counted`)
}

/** Creates a JPEG of exactly that size: the bytes after its end are not part of the image. */
export const jpegOf = (size: number) => Buffer.concat([jpeg(), Buffer.alloc(size - jpeg().length)])

export interface Uploaded {
  fileKey: string
  uploadUrl: string
  fileName: string
  contentType: string
  size: number
  assetId: string
  uploadedAt: string
  expiresAt: string
}

/** Uploads a photo, and fails if it is rejected. */
export async function upload(app: App, user: TestUser, part: Part = {}): Promise<Uploaded> {
  const response = await post(app, user, [photoPart(part)])
  if (response.statusCode !== 201) throw new Error(`upload failed: ${response.body}`)
  return response.json<{ data: Uploaded }>().data
}

export interface ListedPhoto {
  id: string
  fileKey: string
  fileName: string
  contentType: string
  size: number
  url: string
  uploadedAt: string
}

/** Returns the photos of the user as `me` shows them. */
export async function photosOf(app: App, user: TestUser) {
  const query =
    '{ me { profileImageFileKey profilePhotos { id fileKey fileName contentType size url uploadedAt } } }'
  type Me = { profileImageFileKey: string | null; profilePhotos: ListedPhoto[] }
  const { data, errors } = await queryGraphQL<{ me: Me }>(app, query, {}, user)
  if (!data) throw new Error(JSON.stringify(errors))
  return data.me
}

export const restore = (app: App, user: TestUser, id: string) =>
  queryGraphQL<{ restoreProfilePhoto: { profilePhoto: ListedPhoto } | null }>(
    app,
    'mutation ($id: ID!) { restoreProfilePhoto(input: { id: $id }) { profilePhoto { id fileKey fileName contentType size url uploadedAt } } }',
    { id },
    user,
  )

/** Returns the path and query of a signed URL, which can be injected into the app. */
export const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')

/** Starts an app with its own data folder and a signed-in user. */
export async function photoApp(
  t: Test,
  { settings, clock }: { settings?: Settings; clock?: () => Date } = {},
) {
  const folder = temporaryPath()
  const app = await build(t, { settings: { DATA_PATH: folder, ...settings }, ...(clock ? { clock } : {}) })
  const user = await signUp(app)

  /** Lists all files of the storage, including temporary ones. */
  const files = () => filesOf(folder)

  /** Asserts that the user has no photo and that the storage has no file. */
  async function isEmpty(what: string) {
    t.same(await photosOf(app, user), { profileImageFileKey: null, profilePhotos: [] }, `${what}: no record`)
    t.same(await files(), [], `${what}: no file`)
  }

  return { app, person: user, folder, files, isEmpty }
}

/** Replaces a folder by a file, so that even a privileged process cannot write to it. */
export async function breakFolder(folder: string): Promise<() => Promise<void>> {
  await rename(folder, `${folder}.aside`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}.aside`, folder)
  }
}

/** Lists all files of the storage in a data folder, including temporary ones. */
export const filesOf = (folder: string) => filesBelow(join(folder, 'storage'))

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
}

/** Fails each upload right before its response, as if the process was killed. */
export function failBeforeResponse({ features }: App): void {
  const { photos } = features.services
  const { upload: store } = photos
  photos.upload = async (...given) => ({
    ...(await store(...given)),
    confirm() {
      throw new Error('killed')
    },
  })
}
