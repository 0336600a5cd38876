import {
  DeleteProgressPhotoDocument,
  ProgressPhotosDocument,
  type ProgressPhotosQuery,
  type ProgressPose,
} from '../../../../generated/operations/web-app.js'
import { postForm, request } from './client.js'

type PhotoPage = NonNullable<ProgressPhotosQuery['progressPhotos']>
export type Photo = PhotoPage['edges'][number]['node']

/** Reads the progress photos, the latest first. Their addresses expire. @throws NetworkError, ServiceError */
export async function readPhotos(maxPages: number): Promise<{ photos: Photo[]; hasMore: boolean }> {
  const photos: Photo[] = []
  let hasMore = true
  for (let after: string | null = null, pages = 0; hasMore && pages < maxPages; pages++) {
    const { progressPhotos: page }: ProgressPhotosQuery = await request(ProgressPhotosDocument, { after })
    if (!page) return { photos, hasMore: false }
    photos.push(...page.edges.map(({ node }) => node))
    after = page.pageInfo.endCursor
    hasMore = page.pageInfo.hasNextPage
  }
  return { photos, hasMore }
}

/** A photo to upload. The identifier makes it safe to send it again after a lost response. */
interface NewPhoto {
  id: string
  file: File
  pose: ProgressPose
  /** Such as `2026-01-31`. */
  date: string
}

/** @throws NetworkError, ServiceError */
export async function uploadPhoto({ id, file, pose, date }: NewPhoto): Promise<void> {
  const form = new FormData()
  // The service reads the fields before the file.
  for (const [name, value] of Object.entries({ id, pose, takenAt: `${date}T12:00:00.000Z` }))
    form.append(name, value)
  form.append('file', file)
  await postForm('/api/storage/progress-photo/upload', form)
}

/** @throws NetworkError, ServiceError */
export async function deletePhoto({ id }: Photo): Promise<void> {
  await request(DeleteProgressPhotoDocument, { input: { id } })
}

const storagePath = '/api/storage/'

/** Returns the address below that of the app if the service stores the file itself, as the policy of the page requires. */
export function pictureAddress(url: string): string {
  const at = url.indexOf(storagePath)
  return at < 0 ? url : `..${url.slice(at)}`
}
