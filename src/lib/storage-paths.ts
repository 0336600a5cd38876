/** The path prefix of file uploads and downloads. */
export const storagePath = '/api/storage'

/** The path prefix of signed URLs of the local storage. */
export const signedFilesPath = `${storagePath}/signed`
