import type { App } from '../../../../../src/app.js'
import type { TestUser } from '../../../../helper.js'
import { multipartBody, multipartType } from '../../../media/photos/photo-app.js'

/** A record in the format of free-exercise-db with invented texts. */
export const catalogueRecord = (name: string, changes: object = {}) => ({
  id: name.replace(/\W+/g, '_'),
  name,
  force: 'pull',
  level: 'beginner',
  mechanic: 'compound',
  equipment: 'cable',
  primaryMuscles: ['lats'],
  secondaryMuscles: ['biceps'],
  instructions: ['Take the handle.', 'Pull it to your belt.'],
  category: 'strength',
  images: ['folder/0.jpg'],
  ...changes,
})

/** Sends a file to the import of the catalogue. @param content JSON, or a text to send as it is */
export function importCatalogue(
  app: App,
  user: Pick<TestUser, 'headers'> | undefined,
  content: unknown,
  dryRun?: string,
) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const file = { field: 'file', fileName: 'exercises.json', type: 'application/json', content: text }
  const parts = [...(dryRun === undefined ? [] : [{ field: 'dryRun', content: dryRun }]), file]
  return app.inject({
    method: 'POST',
    url: '/api/catalogue/imports',
    headers: { ...user?.headers, 'content-type': multipartType },
    payload: multipartBody(parts),
  })
}
