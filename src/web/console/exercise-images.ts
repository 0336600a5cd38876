import { sendChecked } from './session.js'

/** Uploads a picture of an exercise. @returns its identifier @throws ServiceError, NetworkError */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file)
  const body = (await sendChecked('exercise-images', 'POST', form)) as { data: { assetId: string } }
  return body.data.assetId
}
