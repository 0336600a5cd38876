/** Where files are uploaded and downloaded. */
export const storagePath = '/api/storage'

/** What signed URLs of the service's own storage begin with. */
export const signedFilesPath = `${storagePath}/signed`
