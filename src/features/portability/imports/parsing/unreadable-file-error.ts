/** A file that cannot be imported. The message is shown to the user. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
}
