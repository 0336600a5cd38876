/** Where files are uploaded and downloaded. */
export const storageAddress = '/api/storage'

/** What signed URLs of the service's own storage begin with. */
export const signedFilesAddress = `${storageAddress}/signed`
