import type { Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, type TestUser, type Settings } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import {
  multipartBody,
  multipartType,
  photoApp,
  photoPart,
  type Part,
  type Uploaded,
} from '../photos/photo-app.js'

export const progressUrl = '/api/storage/progress-photo/upload'

export const consent = (app: App, user: TestUser, change = 'giveConsent') =>
  queryGraphQL(app, `mutation { ${change}(input: { kind: PROGRESS_PHOTOS }) { user { id } } }`, {}, user)

/** Starts an app with a user who has given consent. */
export async function progressApp(
  t: Test,
  { settings, clock }: { settings?: Settings; clock?: () => Date } = {},
) {
  const found = await photoApp(t, {
    settings: { ...unlimited, RATE_LIMIT_UPLOAD_PER_MINUTE: '1000', ...settings },
    ...(clock ? { clock } : {}),
  })
  await consent(found.app, found.person)
  return found
}

/** The fields of the form in addition to the file. */
export type Form = Record<string, string>

export const post = (app: App, user: Pick<TestUser, 'headers'>, form: Form = {}, part: Part = {}) =>
  app.inject({
    method: 'POST',
    url: progressUrl,
    headers: { ...user.headers, 'content-type': multipartType },
    payload: multipartBody([
      photoPart(part),
      ...Object.entries(form).map(([field, content]) => ({ field, content })),
    ]),
  })

interface UploadedProgress extends Uploaded {
  version: number
  pose: string | null
  takenAt: string
  notes: string | null
}

/** Uploads a photo, and fails if it is rejected. */
export async function upload(app: App, user: TestUser, form: Form = {}, part: Part = {}) {
  const response = await post(app, user, form, part)
  if (response.statusCode !== 201) throw new Error(`upload failed: ${response.body}`)
  return response.json<{ data: UploadedProgress }>().data
}

const fields = 'id version pose takenAt notes fileKey fileName contentType size url blurHash'

interface Listed {
  id: string
  version: number
  pose: string | null
  takenAt: string
  notes: string | null
  fileKey: string
  url: string
  /** The URL of the larger of the smaller sizes. */
  large: string
  blurHash: string | null
}

/** Returns a page of the photos of a user. */
export async function list(app: App, user: TestUser | undefined, pageArguments: object = {}) {
  type Page = { totalCount: number | null; pageInfo: { endCursor: string | null }; edges: { node: Listed }[] }
  const response = await queryGraphQL<{ progressPhotos: Page | null }>(
    app,
    `query ($pose: ProgressPose, $first: Int, $after: String) {
      progressPhotos(pose: $pose, first: $first, after: $after) {
        totalCount pageInfo { endCursor } edges { node { ${fields} large: url(size: LARGE) } }
      }
    }`,
    pageArguments,
    user,
  )
  const page = response.data?.progressPhotos
  return { answer: response, page, photos: page?.edges.map(({ node }) => node) ?? [] }
}

export const remove = (app: App, user: TestUser, id: string, expectedVersion: number | null = null) =>
  queryGraphQL<{ deleteProgressPhoto: Record<string, unknown> }>(
    app,
    `mutation ($id: ID!, $expectedVersion: Int) {
      deleteProgressPhoto(input: { id: $id, expectedVersion: $expectedVersion }) {
        recordId version deletedAt conflict record { id version ... on ProgressPhoto { pose } }
      }
    }`,
    { id, expectedVersion },
    user,
  )
